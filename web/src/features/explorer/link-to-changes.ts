import { changesLink } from '../cost-changes/changes-query.js';
import type { CostSeries } from '../costs/use-cost-series.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

/** The page that explains the change of a comparison, over exactly the days that are compared. */
export const linkToChanges = (
  query: ExplorerQuery & Scope,
  comparison: NonNullable<CostSeries['comparison']>,
) =>
  changesLink({
    ...query,
    start: comparison.start_date,
    end: comparison.end_date,
    compare: { start: comparison.previous_start_date, end: comparison.previous_end_date },
  });
