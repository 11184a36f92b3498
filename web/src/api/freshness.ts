import { useSyncExternalStore } from 'react';

/** What answers about costs say of the data they rest on. */
export interface Freshness {
  asOf: string | null;
  completeThrough: string | null;
}

let latest: Freshness | undefined;
const listeners = new Set<() => void>();

export function freshnessOf(headers: Headers): Freshness {
  return {
    asOf: headers.get('x-farthing-data-as-of'),
    completeThrough: headers.get('x-farthing-complete-through'),
  };
}

/** Tells the top bar, which shows the freshest that any page has heard. */
export function noteFreshness(next: Freshness): void {
  if (next.asOf === latest?.asOf && next.completeThrough === latest?.completeThrough) return;
  latest = next;
  for (const listener of listeners) listener();
}

export const useFreshness = (): Freshness | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => latest,
  );
