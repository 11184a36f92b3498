import { useSyncExternalStore } from 'react';
import { readKept, writeKept } from '../lib/kept.js';

/** What signing in returned. The session itself is a cookie that scripts cannot read. */
export interface Session {
  user_token: string;
  csrf_token: string;
}

const key = 'session';
const listeners = new Set<() => void>();
const kept = () => readKept(key) as Session | undefined;
let current = kept();
let expired = false;

export const session = {
  get: () => current,
  /** Whether the last session ended by itself, so that the log-in page can say so. */
  isExpired: () => expired,
  start(next: Session) {
    expired = false;
    replace(next);
  },
  end({ byItself }: { byItself: boolean }) {
    expired = byItself && current !== undefined;
    replace(undefined);
  },
};

function replace(next: Session | undefined): void {
  current = next;
  writeKept(key, next);
  for (const listener of listeners) listener();
}

// Another tab signed in or out.
window.addEventListener('storage', (event) => {
  if (event.key !== `farthing.${key}`) return;
  current = kept();
  for (const listener of listeners) listener();
});

export const useSession = (): Session | undefined =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, session.get);
