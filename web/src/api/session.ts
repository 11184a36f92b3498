import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../lib/stored.js';
import type { Answer } from './types.js';

/** The response to the login. The session itself is a cookie that scripts cannot read. */
type Session = Answer<'/console/session', 'post'>;

const key = 'session';
const listeners = new Set<() => void>();
const stored = () => readStored(key) as Session | undefined;
let current = stored();
let expired = false;

export const session = {
  get: () => current,
  /** Whether the last session expired, for the notice on the login page. */
  isExpired: () => expired,
  start(next: Session) {
    expired = false;
    replace(next);
  },
  end({ isExpired }: { isExpired: boolean }) {
    expired = isExpired && current !== undefined;
    replace(undefined);
  },
};

function replace(next: Session | undefined): void {
  current = next;
  writeStored(key, next);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

// Another tab logged in or out.
window.addEventListener('storage', (event) => {
  if (event.key !== `farthing.${key}`) return;
  current = stored();
  notify();
});

export const useSession = (): Session | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, session.get);
