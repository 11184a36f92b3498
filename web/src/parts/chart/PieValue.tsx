import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney, formatShare } from '../../lib/money.js';
import type { ChartData } from './chart-data.js';

/** Slices of a pie have no labels, which would collide: the legend beside it has their values. */
export const pieLayout = (kind: ChartData['kind']): string =>
  kind === 'pie' ? 'chart-layout pie' : 'chart-layout';

/** The value of a slice in the legend; a pie leaves out series that are not above zero. */
export function PieValue({
  name,
  data: { kind, series, currency },
}: {
  name: string;
  data: Pick<ChartData, 'kind' | 'series' | 'currency'>;
}) {
  const total = series.find((each) => each.name === name)?.total;
  if (kind !== 'pie' || total === undefined) return null;
  const drawn = series.filter((each) => approximate(each.total) > 0);
  const share =
    approximate(total) > 0
      ? formatShare(total, sumOf(drawn.map((each) => each.total)))
      : 'not drawn';
  return (
    <span className="pie-value">
      {formatMoney(total, currency)} <span>{share}</span>
    </span>
  );
}
