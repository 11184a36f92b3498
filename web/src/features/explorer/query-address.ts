import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import { parseDay } from '../../lib/parse-day.js';
import { chartKinds } from '../../parts/chart/chart-data.js';
import { dateBins } from '../costs/bins.js';
import { rangeNameOf, resolveRange } from '../costs/intervals.js';
import { measures, parseSettings, printSettings } from '../costs/settings.js';
import type { Address } from './address.js';
import { type ExplorerQuery, comparisons } from './explorer-query.js';

/** The query in an address; what the address leaves out is that of the base. */
export function parseQuery(search: Address, base: ExplorerQuery): ExplorerQuery {
  const oneOf = <Value extends string>(known: readonly Value[], name: string, fallback: Value) =>
    known.find((each) => each === search[name]) ?? fallback;
  return {
    ...datesOf(search, base),
    bin: oneOf(dateBins, 'bin', base.bin),
    groupings:
      search['group'] === undefined ? base.groupings : search['group'].split(',').filter(isNamed),
    filter: search['filter'] === undefined ? base.filter : search['filter'].trim(),
    within: search['within']?.trim() ?? base.within,
    kind: oneOf(chartKinds, 'chart', base.kind),
    measure: oneOf(measures, 'measure', base.measure),
    ...comparisonOf(search, base),
    settings: search['settings'] === undefined ? base.settings : parseSettings(search['settings']),
  };
}

/** A named range follows the current day, so that a link shows the same days tomorrow only if it has dates. */
function datesOf(search: Address, base: ExplorerQuery) {
  const name = rangeNameOf(search['range']);
  if (name) return { ...resolveRange(name, today()), range: name };
  const dates = daysOf(search['start'], search['end']);
  return dates
    ? { ...dates, range: undefined }
    : { start: base.start, end: base.end, range: base.range };
}

function comparisonOf(search: Address, base: ExplorerQuery) {
  const compareRange = daysOf(search['compare_start'], search['compare_end']);
  if (compareRange) return { compare: 'custom' as const, compareRange };
  const compare = comparisons.find((each) => each === search['compare'] && each !== 'custom');
  return compare
    ? { compare, compareRange: undefined }
    : { compare: base.compare, compareRange: base.compareRange };
}

function daysOf(start = '', end = ''): DateRange | undefined {
  const isIso = (day: string) => parseDay(day) === day;
  return isIso(start) && isIso(end) && start <= end ? { start, end } : undefined;
}

/** Empty values are left out of the address, so "none" needs a character of its own. */
const none = '-';
const isNamed = (name: string) => name !== '' && name !== none;

/** The parts of a query that differ from the base. */
export function searchOf(query: ExplorerQuery, base: ExplorerQuery): Address {
  const unless = (isSame: boolean, text = '') => (isSame ? '' : text);
  const { range, compareRange, groupings, filter, settings } = query;
  const hasBaseDates = isSameRange(query, base) && range === base.range;
  const hasBaseComparison =
    query.compare === base.compare &&
    isSameRange(compareRange ?? noDays, base.compareRange ?? noDays);
  const group = groupings.join(',') || none;
  return {
    range: unless(hasBaseDates, range),
    start: unless(hasBaseDates || range !== undefined, query.start),
    end: unless(hasBaseDates || range !== undefined, query.end),
    bin: unless(query.bin === base.bin, query.bin),
    group: unless(group === (base.groupings.join(',') || none), group),
    filter: unless(filter === base.filter, filter || ' '),
    within: unless(query.within === base.within, query.within),
    chart: unless(query.kind === base.kind, query.kind),
    measure: unless(query.measure === base.measure, query.measure),
    compare: unless(hasBaseComparison || query.compare === 'custom', query.compare),
    compare_start: unless(hasBaseComparison, compareRange?.start),
    compare_end: unless(hasBaseComparison, compareRange?.end),
    settings: unless(
      printSettings(settings) === printSettings(base.settings),
      printSettings(settings) || none,
    ),
  };
}

const noDays: DateRange = { start: '', end: '' };

const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.start === other.start && one.end === other.end;
