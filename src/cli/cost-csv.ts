import type { CostSeries } from '../api/costs/cost-series.js';
import { binInFiles } from '../platform/lib/bins.js';
import { formatCsvLine } from '../platform/lib/csv.js';
import { groupingsOf, rangeOf, rowsOf } from './cost-rows.js';

/** An answer as CSV with exact decimals: one row per group, then other and total. */
export function csvLines(answer: CostSeries): string[] {
  const groupings = groupingsOf(answer);
  const hasComparison = answer.comparison !== null;
  const names = groupings.length > 0 ? groupings : ['group'];
  const header = [
    'row',
    ...names,
    'currency',
    'total',
    ...(hasComparison ? ['compared', 'previous', 'change', 'change_percent'] : []),
    ...answer.bins.map((start) => binInFiles(start, answer.date_bin, rangeOf(answer))),
  ];
  const rows = rowsOf(answer).map(({ kind, names: values, amount, amounts, change }) => [
    kind,
    ...names.map((_, index) => (kind === 'group' ? values[index]! : '')),
    answer.currency,
    amount,
    ...(hasComparison
      ? [change?.current, change?.previous, change?.amount, change?.percent].map(
          (cell) => cell ?? '',
        )
      : []),
    ...amounts,
  ]);
  return [header, ...rows].map((cells) => formatCsvLine(cells).slice(0, -1));
}
