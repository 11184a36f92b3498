import { useSyncExternalStore } from 'react';

/** How recent the data behind a response about costs is. */
export interface Freshness {
  asOf: string | null;
  completeThrough: string | null;
}

let latest: Freshness | undefined;
const listeners = new Set<() => void>();

export function readFreshness(headers: Headers): Freshness {
  return {
    asOf: headers.get('x-farthing-data-as-of'),
    completeThrough: headers.get('x-farthing-complete-through'),
  };
}

/** Tells the top bar, which shows the freshness that a page read last. */
export function publishFreshness(next: Freshness): void {
  if (next.asOf === latest?.asOf && next.completeThrough === latest?.completeThrough) return;
  latest = next;
  for (const listener of listeners) listener();
}

export const useFreshness = (): Freshness | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => latest,
  );
