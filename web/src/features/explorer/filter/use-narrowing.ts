import { useGet } from '../../../api/queries.js';
import type { ExplorerQuery } from '../explorer-query.js';

/** The part of a query that narrows it to a series. */
export type NarrowedPart = Extract<keyof ExplorerQuery, 'filter' | 'within'>;

/**
 * What a drill-down changes. A saved filter may add costs of other providers to those of the report's own
 * filter, so no change of the own filter narrows them: the query is narrowed as a whole instead.
 */
export function useNarrowedPart(report: string | undefined): NarrowedPart {
  const { data } = useGet(
    '/v2/cost_reports/{cost_report_token}/applied_filters',
    { path: { cost_report_token: report ?? '' }, query: {} },
    { enabled: report !== undefined },
  );
  const hasSavedFilters = data?.applied_filters.some(({ origin }) => origin !== 'report') ?? false;
  return report !== undefined && hasSavedFilters ? 'within' : 'filter';
}
