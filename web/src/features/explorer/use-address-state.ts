import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from './address.js';

/** Parts of the address that are no part of the query, such as hidden series, and a function that sets them. */
export function useAddressState(): [Address, (part: Address, options?: SetOptions) => void] {
  const search: Address = useSearch({ strict: false });
  const router = useRouter();
  const set = useCallback(
    (part: Address, { replace = false }: SetOptions = {}) => {
      // Reads the current address, so that the identity of this function does not depend on it.
      const next = { ...(router.latestLocation.search as Address), ...part };
      void router.navigate({ to: '.', search: next, replace, resetScroll: false });
    },
    [router],
  );
  return [search, set];
}

interface SetOptions {
  /** Without an entry of its own in the history. */
  replace?: boolean;
}
