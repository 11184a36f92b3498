import {
  type ChangesQuery,
  changesLink,
  type Search,
} from '../../features/cost-changes/changes-query.js';
import type { DriverLinks, PageLink } from '../../features/cost-changes/ChangesTable.js';
import type { Period } from '../../features/cost-changes/use-cost-changes.js';
import { type CostReport, reportPage } from '../../features/cost-reports/cost-report.js';
import { fieldOfGrouping } from '../../features/costs/filter/condition.js';
import { readFilter } from '../../features/costs/filter/read-filter.js';
import type { GroupValue } from '../../features/costs/groupings.js';
import { printSettings } from '../../features/costs/settings.js';
import { drillDown } from '../../features/explorer/drill-down.js';
import { defaultQuery } from '../../features/explorer/explorer-query.js';

/** The dimensions to break drivers down by, from coarse to fine. */
const drillOrder = ['service', 'cost_category', 'account_id', 'resource_id'];

interface LinkContext {
  query: ChangesQuery;
  providers: readonly string[];
  /** The report that the query compares the costs of. */
  report: CostReport | undefined;
}

/** Links that narrow the query to a group: to its next dimension, and to the explorer. */
export function linksOfGroups(context: LinkContext) {
  const { query, providers, report } = context;
  const drill = drillDown({ ...defaultQuery(), ...query, compare: 'previous' }, providers);
  return (group: Record<string, GroupValue>): DriverLinks => {
    const next = drill(group);
    if (next?.filter === undefined) return { drill: undefined, explore: undefined };
    const narrowed = narrow(context, next.filter);
    return { drill: changesLink(narrowed), explore: exploreLink(narrowed, report) };
  };
}

/** Links of a type of one-time charges, which only the explorer can break down. */
export function linksOfCharges(context: LinkContext) {
  const { query, providers, report } = context;
  const byType = { ...defaultQuery(), ...query, groupings: ['charge_type'] };
  const drill = drillDown({ ...byType, compare: 'previous' }, providers);
  return (chargeType: string): DriverLinks => {
    const next = drill({ charge_type: chargeType });
    return {
      drill: undefined,
      explore: next?.filter ? exploreLink(narrow(context, next.filter), report) : undefined,
    };
  };
}

/** The query within a narrower filter, by the next finer dimension that the filter leaves open. */
function narrow({ query, providers }: LinkContext, filter: string): ChangesQuery {
  const conditions = readFilter(filter, providers) ?? [];
  const isFixed = (grouping: string) =>
    conditions.some(
      ({ field, operator, values }) =>
        field === fieldOfGrouping(grouping) && operator === 'is' && values.length === 1,
    );
  const next = drillOrder.find((grouping) => !isFixed(grouping));
  return { ...query, filter, groupings: next ? [next] : query.groupings, page: 1 };
}

/** The costs of a query in the explorer; of a period, if one is given. */
export function exploreLink(
  query: ChangesQuery,
  report: CostReport | undefined,
  period?: Period,
): PageLink {
  const { start, end, groupings, settings, report: token } = query;
  const search: Search = {
    start: period?.start_date ?? start,
    end: period?.end_date ?? end,
    group: groupings.join(','),
    filter: withinReport(query, report),
    settings: printSettings(settings) || '-',
  };
  return { to: token ? reportPage(token) : '/explore', search: search as never };
}

/** The explorer replaces the filter of a report, so a narrower one repeats it. */
function withinReport({ filter, reportFilter }: ChangesQuery, report?: CostReport): string {
  const own = reportFilter ?? report?.filter;
  return filter && own ? `(${own}) AND (${filter})` : filter || (reportFilter ?? '');
}
