import type { CSSProperties } from 'react';
import { approximate, percentOf } from '../../lib/decimal.js';
import { formatShare } from '../../lib/money.js';
import type { BudgetMonth } from './budget.js';
import './budgets.css';

type UsedBarProps = Pick<BudgetMonth, 'amount' | 'spend' | 'forecast' | 'state'>;

/** How much of a budget is spent, and how far the forecast reaches; the bar ends at 150%. */
export function UsedBar({ amount, spend, forecast, state }: UsedBarProps) {
  const used = spend === null || amount === null ? '' : formatShare(spend, amount);
  if (spend === null || amount === null || used === '') return <span className="dimmed">–</span>;
  const spent = approximate(percentOf(spend, amount));
  const expected = forecast === null ? spent : approximate(percentOf(forecast, amount));
  const style = {
    '--spent': `${widthOf(spent)}%`,
    '--expected': `${widthOf(expected)}%`,
  } as CSSProperties;
  return (
    <span className="used-bar" data-state={state} style={style}>
      <span className="used-bar-track" aria-hidden />
      <span className="used-bar-text">{used}</span>
    </span>
  );
}

/** A full budget takes two thirds of the bar, so that what exceeds it can be seen. */
const widthOf = (percent: number) => (Math.min(Math.max(percent, 0), 150) / 150) * 100;
