import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../lib/stored.js';
import type { Answer } from './types.js';

/** The response to the login. The session itself is a cookie that scripts cannot read. */
type Session = Answer<'/console/session/second_factor', 'post'>;

/** Expired while a page is open: the page stays, and requests wait until its user is back. */
type State = 'current' | 'expired-in-use' | 'expired' | 'none';

const key = 'session';
const listeners = new Set<() => void>();
const stored = () => readStored(key) as Session | undefined;
let current = stored();
let state: State = current ? 'current' : 'none';
let isInUse = false;
let isReplaced = false;

export const session = {
  get: () => current,
  state: () => state,
  /** Whether another user logged in, so that nothing on this page is worth keeping. */
  isReplaced: () => isReplaced,
  /** Called after each request that succeeded. */
  markInUse() {
    isInUse = true;
  },
  start(next: Session) {
    isReplaced = state === 'expired-in-use' && next.user_token !== current?.user_token;
    if (isReplaced) {
      writeStored(key, next);
      window.location.reload();
    } else change('current', next);
  },
  /** The server no longer knows the session. */
  expire() {
    if (!current) return;
    if (isInUse) change('expired-in-use', current);
    else change('expired', undefined);
  },
  end() {
    change('none', undefined);
  },
  /** Resolves when the user of the page has logged in again; rejects when the request is cancelled. */
  renewed: (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = (finish: () => void) => {
        listeners.delete(check);
        signal?.removeEventListener('abort', cancel);
        finish();
      };
      const cancel = () => stop(() => reject(signal!.reason as Error));
      const check = () => {
        if (state === 'current') stop(resolve);
        else if (state !== 'expired-in-use') stop(() => reject(new Error('Logged out')));
      };
      listeners.add(check);
      signal?.addEventListener('abort', cancel);
      check();
    }),
};

function change(next: State, value: Session | undefined): void {
  const isSame = state === next && current === value;
  state = next;
  current = value;
  if (next !== 'expired-in-use') writeStored(key, value);
  if (!isSame) notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

// Another tab logged in or out.
window.addEventListener('storage', (event) => {
  if (event.key !== `farthing.${key}`) return;
  const next = stored();
  if (next && state === 'expired-in-use') session.start(next);
  else {
    current = next;
    state = next ? 'current' : 'none';
    notify();
  }
});

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, session.get);

export const useSessionState = (): State => useSyncExternalStore(subscribe, session.state);
