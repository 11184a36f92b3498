import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ChangeQuery, ExplorerQuery } from './explorer-query.js';
import type { Address } from './address.js';
import { parseQuery, searchOf } from './query-address.js';

/**
 * The query in the address, and a function that changes it, each time with a new entry in the history.
 * `onChange` is called before anything is rendered.
 */
export function useExplorerQuery(
  base: ExplorerQuery,
  onChange: (query: ExplorerQuery) => void,
): [ExplorerQuery, ChangeQuery] {
  const search: Address = useSearch({ strict: false });
  const router = useRouter();
  const query = useMemo(() => parseQuery(search, base), [search, base]);
  const change = useCallback(
    (part: Partial<ExplorerQuery>, address: Address = {}) => {
      // Reads the current address, so that the identity of this function does not depend on the query.
      const now: Address = router.latestLocation.search;
      // Dates that are set without a name, as by zooming, are fixed.
      const fixed = part.start !== undefined && { range: undefined };
      const next = { ...parseQuery(now, base), ...fixed, ...part };
      onChange(next);
      const search = { ...now, ...searchOf(next, base), ...address };
      void router.navigate({ to: '.', search, resetScroll: false });
    },
    [router, base, onChange],
  );
  return [query, change];
}
