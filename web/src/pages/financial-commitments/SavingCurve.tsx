import type { Answer } from '../../api/types.js';
import { approximate } from '../../lib/decimal.js';
import './commitments.css';

type Curve = Answer<'/v2/financial_commitments/simulation'>['curve'];

const width = 1000;
const height = 140;
const edge = 10;

interface SavingCurveProps {
  curve: Curve;
  index: number;
  best: number;
}

/** Savings over commitments, today and with a fifth less usage. The figures below it say the same in words. */
export function SavingCurve({ curve, index, best }: SavingCurveProps) {
  const now = curve.map((point) => approximate(point.monthly_saving));
  const fallen = curve.map((point) => approximate(point.saving_if_usage_falls));
  const [low, high] = [Math.min(...now, ...fallen), Math.max(...now, ...fallen, 1)];
  const x = (at: number) => (curve.length < 2 ? 0 : (at / (curve.length - 1)) * width);
  const y = (saving: number) =>
    edge + (1 - (saving - low) / (high - low || 1)) * (height - 2 * edge);
  const path = (savings: readonly number[]) =>
    savings.map((saving, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(saving)}`).join('');
  return (
    <svg
      className="saving-curve"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <line className="saving-zero" x1={0} x2={width} y1={y(0)} y2={y(0)} />
      <path className="saving-fallen" d={path(fallen)} />
      <path className="saving-now" d={path(now)} />
      {best >= 0 && <line className="saving-best" x1={x(best)} x2={x(best)} y1={0} y2={height} />}
      <line className="saving-chosen" x1={x(index)} x2={x(index)} y1={0} y2={height} />
    </svg>
  );
}
