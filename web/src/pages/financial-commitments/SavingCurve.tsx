import type { Answer } from '../../api/types.js';
import { approximate } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { pathOf, Plot, plotSize } from './Plot.js';

type Simulation = Answer<'/v2/financial_commitments/simulation'>;

interface SavingCurveProps {
  simulation: Simulation;
  index: number;
  best: number;
}

/** Savings over commitments, today and with a fifth less usage. The figures below it say the same in words. */
export function SavingCurve({
  simulation: { curve, currency, unit },
  index,
  best,
}: SavingCurveProps) {
  const savings = curve.flatMap((point) => [point.monthly_saving, point.saving_if_usage_falls]);
  const sorted = savings.toSorted((one, other) => approximate(one) - approximate(other));
  const [lowest, highest] = [sorted[0]!, sorted.at(-1)!];
  const [low, high] = [
    approximate(lowest),
    Math.max(approximate(highest), approximate(lowest) + 1),
  ];
  const x = (at: number) => (curve.length < 2 ? 0 : at / (curve.length - 1));
  const y = (saving: number) => (saving - low) / (high - low);
  const line = (of: (point: Simulation['curve'][number]) => string) =>
    pathOf(curve.map((point, at) => [x(at), y(approximate(of(point)))]));
  const ticks = [...new Set([lowest, '0', highest])];
  return (
    <Plot
      label="Saving per month over the commitment, today and with a fifth less usage"
      x={unit === 'units' ? 'Commitment in units →' : `Commitment in ${currency} per hour →`}
      y={`Saving in ${currency} per month: solid today, dashed with a fifth less usage`}
      yTicks={ticks
        .filter((amount) => amount !== '0' || (y(0) > 0.08 && y(0) < 0.92))
        .map((amount) => ({ at: y(approximate(amount)), label: formatMoney(amount, currency) }))}
    >
      <path className="plot-dashed" d={line((point) => point.saving_if_usage_falls)} />
      <path className="plot-line" d={line((point) => point.monthly_saving)} />
      {best >= 0 && <path className="plot-best" d={`M${x(best) * plotSize} 0V${plotSize}`} />}
      <path className="plot-chosen" d={`M${x(index) * plotSize} 0V${plotSize}`} />
    </Plot>
  );
}
