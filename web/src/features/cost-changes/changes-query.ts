import { resolveInterval, type DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import {
  type CostSettings,
  defaultChargeSettings,
  parseSettings,
  printSettings,
} from '../costs/settings.js';

/** Which costs are compared, and the two periods. The address of the page holds all of it. */
export interface ChangesQuery extends DateRange {
  /** The period before: relative to the range, or any other range. */
  compare: 'previous' | 'year' | DateRange;
  groupings: string[];
  /** VQL; empty matches every cost of the report, or all costs. */
  filter: string;
  settings: CostSettings;
  /** Averages per day are compared, so that periods of different lengths can be. */
  perDay: boolean;
  /** Token of the saved report whose costs are compared. */
  report: string | undefined;
  /** VQL in place of the report's own filter; undefined while it is unchanged. */
  reportFilter: string | undefined;
  /** Page of the drivers, from 1. */
  page: number;
}

export type Search = Record<string, string | undefined>;

const isDay = (text = '') => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const rangeOf = (start: string | undefined, end: string | undefined): DateRange | undefined =>
  isDay(start) && isDay(end) ? { start: start!, end: end! } : undefined;

export function parseChangesQuery(search: Search): ChangesQuery {
  const compared = rangeOf(search['compare_start'], search['compare_end']);
  return {
    ...(rangeOf(search['start'], search['end']) ?? resolveInterval('last_30_days', today())),
    compare: compared ?? (search['compare'] === 'year' ? 'year' : 'previous'),
    groupings: search['group']?.split(',').filter(Boolean) ?? ['service'],
    filter: search['filter']?.trim() ?? '',
    settings: search['settings'] ? parseSettings(search['settings']) : defaultChargeSettings,
    perDay: search['per_day'] === '1',
    report: search['report'] || undefined,
    reportFilter: search['report_filter']?.trim(),
    page: Math.max(1, Math.trunc(Number(search['page'])) || 1),
  };
}

export function printChangesQuery(query: ChangesQuery): Search {
  const { start, end, compare, groupings, filter, settings, perDay, report, reportFilter, page } =
    query;
  const compared =
    typeof compare === 'string'
      ? { compare: compare === 'year' ? 'year' : '' }
      : { compare_start: compare.start, compare_end: compare.end };
  return {
    start,
    end,
    ...compared,
    group: groupings.join(',') || 'service',
    filter,
    settings: printSettings(settings),
    per_day: perDay ? '1' : '',
    report,
    // Empty values are left out of the address.
    report_filter: reportFilter === undefined ? '' : reportFilter || ' ',
    page: page > 1 ? String(page) : '',
  };
}

/** A whole query; what is absent is all costs by service, compared with the previous period. */
export const changesOf = (query: DateRange & Partial<ChangesQuery>): ChangesQuery => ({
  ...parseChangesQuery({}),
  ...query,
});

/** A link to the page that explains a change: `<Link {...changesLink({ start, end })}>`. */
export function changesLink(query: DateRange & Partial<ChangesQuery>): {
  to: string;
  search: never;
} {
  // Search parameters are plain strings that pages parse, so the router has no type for them.
  return { to: '/changes', search: printChangesQuery(changesOf(query)) as never };
}
