import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { runningSums } from '../../lib/decimal.js';
import type { BudgetLine } from '../../parts/chart/chart-data.js';
import { useBudgets } from '../budgets/budget.js';
import { budgetByBin } from '../budgets/budget-line.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

/** The budgets of the saved report, while the query has the filter of the report. */
export function useBudgetLines(
  { start, end, measure, bin }: ExplorerQuery,
  { report, reportFilter }: Scope,
  bins: readonly string[],
): readonly BudgetLine[] | undefined {
  const isShown =
    report !== undefined && reportFilter === undefined && measure === 'cost' && bin !== 'hour';
  const budgets = useBudgets({ enabled: isShown }).data?.budgets;
  const segment = useSegmentOf(isShown ? report : undefined);
  return useMemo(() => {
    if (!isShown) return undefined;
    const isCumulative = bin === 'cumulative';
    const lines = (budgets ?? [])
      .filter(({ cost_report_token: of }) => of !== null && (of === report || of === segment))
      .map(({ name, periods }) => {
        const amounts = budgetByBin(periods, {
          bins,
          bin: isCumulative ? 'day' : bin,
          start,
          end,
        });
        return {
          name: `Budget ${name}`,
          amounts: isCumulative ? runningSums(amounts.map((amount) => amount ?? '0.0')) : amounts,
        };
      })
      .filter(({ amounts }) => amounts.some((amount) => amount !== null));
    return lines.length > 0 ? lines : undefined;
  }, [isShown, budgets, segment, report, bins, bin, start, end]);
}

/** The segment that a report belongs to: budgets can name it instead. */
function useSegmentOf(report: string | undefined): string | undefined {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/segments',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: report !== undefined && workspace !== undefined },
  );
  return data?.segments.find(({ report_token: token }) => token === report)?.token;
}
