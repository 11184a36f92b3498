import { useSyncExternalStore } from 'react';

/** How recent the costs of a response are. */
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

/** Updates the freshness in the top bar, which is that of the last response with costs. */
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
