import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/money.js';
import { Figure } from '../../parts/figures.js';
import type { CostQuery } from './use-costs.js';
import { dailyAverage } from './daily-average.js';
import type { CostSeries } from './use-cost-series.js';

interface DailyAverageFigureProps {
  query: Pick<CostQuery, 'start' | 'end' | 'bin'>;
  costs: CostSeries;
  /** What the amount is shown in, such as a link. */
  children?: (amount: string) => ReactNode;
}

/** The daily average of a total over its complete days; nothing where their costs cannot be told from those of other days. */
export function DailyAverageFigure({
  query: { start, end, bin },
  costs: { bins, complete_through: completeThrough, currency, total },
  children = (amount) => amount,
}: DailyAverageFigureProps) {
  const average = dailyAverage({ start, end, bin, bins, completeThrough });
  const amount = average?.of({ total: total.amount, amounts: total.amounts });
  if (!average || amount === undefined) return null;
  return (
    <Figure
      label="Daily average"
      help={`The costs of ${average.days} complete days, divided by ${average.days}.`}
    >
      {children(formatMoney(amount, currency))}
    </Figure>
  );
}
