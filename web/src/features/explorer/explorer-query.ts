import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import type { DateBin } from '../costs/bins.js';
import { type RangeName, resolveRange } from '../costs/intervals.js';
import { type CostSettings, type Measure, defaultChargeSettings } from '../costs/settings.js';
import { type Search, parseQuery, searchOf } from './query-address.js';

export const comparisons = ['none', 'previous', 'year', 'custom'] as const;
export type Comparison = (typeof comparisons)[number];

/** The query of the explorer. The address holds the parts that differ from the initial query. */
export interface ExplorerQuery {
  start: string;
  end: string;
  /** What the dates are relative to the current day; undefined for fixed dates. */
  range: RangeName | undefined;
  bin: DateBin;
  groupings: string[];
  /** VQL; empty matches every cost. */
  filter: string;
  kind: ChartKind;
  measure: Measure;
  compare: Comparison;
  /** Of the comparison `custom`. */
  compareRange: DateRange | undefined;
  settings: CostSettings;
}

/** The initial query without a report. */
export function defaultQuery(): ExplorerQuery {
  return {
    ...resolveRange('last_30_days', today()),
    range: 'last_30_days',
    bin: 'day',
    groupings: ['service'],
    filter: '',
    kind: 'bar',
    measure: 'cost',
    compare: 'previous',
    compareRange: undefined,
    settings: defaultChargeSettings,
  };
}

export type ChangeQuery = (change: Partial<ExplorerQuery>) => void;

/**
 * The query in the address, and a function that changes it, each time with a new entry in the history.
 * `onChange` is called before anything is rendered.
 */
export function useExplorerQuery(
  base: ExplorerQuery,
  onChange: (query: ExplorerQuery) => void,
): [ExplorerQuery, ChangeQuery] {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const query = useMemo(() => parseQuery(search, base), [search, base]);
  const change = useCallback(
    (part: Partial<ExplorerQuery>) => {
      // Reads the current address, so that the identity of this function does not depend on the query.
      const now: Search = router.latestLocation.search;
      // Dates that are set without a name, as by zooming, are fixed.
      const fixed = part.start !== undefined && { range: undefined };
      const next = { ...parseQuery(now, base), ...fixed, ...part };
      onChange(next);
      const search = { ...now, ...searchOf(next, base) };
      void router.navigate({ to: '.', search, resetScroll: false });
    },
    [router, base, onChange],
  );
  return [query, change];
}
