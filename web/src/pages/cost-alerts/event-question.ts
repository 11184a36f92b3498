import { changesLink } from '../../features/cost-changes/changes-query.js';
import {
  chargeSettingsOf,
  type CostReport,
  splitGroupings,
} from '../../features/cost-reports/cost-report.js';
import type { ExploreSearch } from '../../features/costs/explore-search.js';
import {
  type Condition,
  fieldOfGrouping,
  lacksService,
} from '../../features/costs/filter/condition.js';
import { printFilter } from '../../features/costs/filter/print-filter.js';
import { type GroupValue, groupName } from '../../features/costs/groupings.js';
import type { Names } from '../../features/costs/use-names.js';
import { addDays, lastDayOf, today } from '../../lib/dates.js';
import type { CostAlertChange } from './cost-alert.js';

/** A report without groupings is watched by these. */
const defaultGroupings = ['provider', 'service'];
/** What the API calls the value of a group that has none. */
const noValue = 'no value';
/** Days that the explorer shows before those that are compared, at least. */
const daysBefore = 13;

type Group = Record<string, GroupValue>;

const groupingsOf = (report: CostReport | undefined): string[] => {
  const groupings = splitGroupings(report?.groupings ?? null);
  return groupings.length > 0 ? groupings : defaultGroupings;
};

/** The values of a change by grouping; undefined where the report was grouped otherwise at the time. */
function groupOf(
  { groupings: values }: CostAlertChange,
  report: CostReport | undefined,
): Group | undefined {
  const groupings = groupingsOf(report);
  if (!report || groupings.length !== values.length) return undefined;
  const valueAt = (grouping: string, index: number): GroupValue => {
    const value = values[index]!;
    if (grouping === 'tagged') return value === 'true';
    return value === noValue ? null : value;
  };
  return Object.fromEntries(
    groupings.map((grouping, index) => [grouping, valueAt(grouping, index)]),
  );
}

/** `AWS · Storage` */
export function nameOfChange(
  change: CostAlertChange,
  report: CostReport | undefined,
  names: Names,
): string {
  const group = groupOf(change, report);
  return group ? groupName(group, groupingsOf(report), names) : change.groupings.join(' · ');
}

/** VQL that matches a group, as far as filters can. */
function filterOf(group: Group | undefined, providers: readonly string[]): string {
  const conditions = Object.entries(group ?? {}).flatMap(([grouping, value]): Condition[] => {
    const field = fieldOfGrouping(grouping);
    return field && typeof value !== 'boolean' ? [{ field, operator: 'is', values: [value] }] : [];
  });
  const usable = conditions.filter(({ field }) => !lacksService(field, conditions));
  // A filter must name providers, which are not known until they are loaded.
  return providers.length === 0 ? '' : printFilter(usable, providers);
}

interface QuestionContext {
  report: CostReport | undefined;
  providers: readonly string[];
}

/** The compared interval; one that goes on ends today. */
function rangeOf({ interval, interval_start: start }: CostAlertChange) {
  const last = lastDayOf(start, interval);
  return { start, end: last < today() ? last : today() };
}

/** The page Changes with the intervals and the group of a change. */
export function explainChange(
  change: CostAlertChange,
  token: string,
  { report, providers }: QuestionContext,
) {
  return changesLink({
    ...rangeOf(change),
    compare: {
      start: change.previous_interval_start,
      end: addDays(change.interval_start, -1),
    },
    groupings: groupingsOf(report),
    filter: filterOf(groupOf(change, report), providers),
    report: token,
    ...(report && { settings: chargeSettingsOf(report) }),
  });
}

/** The group of a change in the explorer, as parameters of the page of its report. */
export function exploreChange(
  change: CostAlertChange,
  { report, providers }: QuestionContext,
): ExploreSearch {
  const earliest = addDays(change.interval_start, -daysBefore);
  const { previous_interval_start: previous } = change;
  const within = filterOf(groupOf(change, report), providers);
  return {
    start: previous < earliest ? previous : earliest,
    end: rangeOf(change).end,
    // Weeks of the explorer begin on Monday, those of alerts on Sunday.
    bin: change.interval === 'quarter' ? 'month' : 'day',
    group: groupingsOf(report).join(','),
    ...(within && { within }),
  };
}
