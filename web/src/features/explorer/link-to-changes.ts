import { changesLink } from '../cost-changes/changes-query.js';
import type { CostSeries } from '../costs/use-cost-series.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

type Comparison = NonNullable<CostSeries['comparison']>;

/** Exactly the days that are compared, as the page of changes names them. */
export const comparedDays = (comparison: Comparison) => ({
  start: comparison.start_date,
  end: comparison.end_date,
  compare: { start: comparison.previous_start_date, end: comparison.previous_end_date },
});

/** The page that explains the change of a comparison, over the same days. */
export const linkToChanges = (query: ExplorerQuery & Scope, comparison: Comparison) =>
  changesLink({ ...query, ...comparedDays(comparison) });
