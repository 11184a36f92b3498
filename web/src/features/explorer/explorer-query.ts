import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { resolveInterval } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import { type ChartKind, chartKinds } from '../../parts/chart/chart-data.js';
import { type DateBin, dateBins } from '../costs/bins.js';
import {
  type CostSettings,
  type Measure,
  measures,
  parseSettings,
  printSettings,
  defaultChargeSettings,
} from '../costs/settings.js';

export const comparisons = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** The query of the explorer. The address holds the parts that differ from the initial query. */
export interface ExplorerQuery {
  start: string;
  end: string;
  bin: DateBin;
  groupings: string[];
  /** VQL; empty matches every cost. */
  filter: string;
  kind: ChartKind;
  measure: Measure;
  compare: Comparison;
  settings: CostSettings;
}

/** The initial query without a report. */
export function defaultQuery(): ExplorerQuery {
  return {
    ...resolveInterval('last_30_days', today()),
    bin: 'day',
    groupings: ['service'],
    filter: '',
    kind: 'bar',
    measure: 'cost',
    compare: 'previous',
    settings: defaultChargeSettings,
  };
}

/** Changes the query, and further parts of the address with it. */
export type ChangeQuery = (change: Partial<ExplorerQuery>, address?: Search) => void;

type Search = Record<string, string | undefined>;

const isDay = (text = '') => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function parseQuery(search: Search, base: ExplorerQuery): ExplorerQuery {
  const oneOf = <Value extends string>(known: readonly Value[], name: string, fallback: Value) =>
    known.find((each) => each === search[name]) ?? fallback;
  const range = isDay(search['start']) && isDay(search['end']) ? search : base;
  return {
    start: range['start']!,
    end: range['end']!,
    bin: oneOf(dateBins, 'bin', base.bin),
    groupings:
      search['group'] === undefined ? base.groupings : search['group'].split(',').filter(isNamed),
    filter: search['filter'] === undefined ? base.filter : search['filter'].trim(),
    kind: oneOf(chartKinds, 'chart', base.kind),
    measure: oneOf(measures, 'measure', base.measure),
    compare: oneOf(comparisons, 'compare', base.compare),
    settings: search['settings'] === undefined ? base.settings : parseSettings(search['settings']),
  };
}

/** Empty values are left out of the address, so "none" needs a character of its own. */
const none = '-';
const isNamed = (name: string) => name !== '' && name !== none;

function searchOf(query: ExplorerQuery, base: ExplorerQuery): Search {
  const unless = (isSame: boolean, text: string) => (isSame ? '' : text);
  const { start, end, groupings, filter, settings } = query;
  const isSameRange = start === base.start && end === base.end;
  const group = groupings.join(',') || none;
  return {
    start: unless(isSameRange, start),
    end: unless(isSameRange, end),
    bin: unless(query.bin === base.bin, query.bin),
    group: unless(group === (base.groupings.join(',') || none), group),
    filter: unless(filter === base.filter, filter || ' '),
    chart: unless(query.kind === base.kind, query.kind),
    measure: unless(query.measure === base.measure, query.measure),
    compare: unless(query.compare === base.compare, query.compare),
    settings: unless(
      printSettings(settings) === printSettings(base.settings),
      printSettings(settings) || none,
    ),
  };
}

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
    (part: Partial<ExplorerQuery>, address: Search = {}) => {
      // Reads the current address, so that the identity of this function does not depend on the query.
      const now: Search = router.latestLocation.search;
      const next = { ...parseQuery(now, base), ...part };
      onChange(next);
      const search = { ...now, ...searchOf(next, base), ...address };
      void router.navigate({ to: '.', search, resetScroll: false });
    },
    [router, base, onChange],
  );
  return [query, change];
}
