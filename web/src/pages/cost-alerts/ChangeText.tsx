import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { SignedMoney } from '../../features/cost-changes/figures.js';
import type { CostAlertChange } from './cost-alert.js';

interface ChangeTextProps {
  change: CostAlertChange;
  currency: string;
}

/** `+$50.00 (+12.5%)`; a group without earlier costs is new. */
export function ChangeText({ change, currency }: ChangeTextProps) {
  const { change_in_cost: amount, change_in_percentage: percent } = change;
  return (
    <>
      <SignedMoney amount={amount} currency={currency} /> ({describePercentage(percent)})
    </>
  );
}

/** `+12.5%` */
function describePercentage(percent: string | null): string {
  if (percent === null) return 'new';
  const share = approximate(percent) / 100;
  return `${share > 0 ? '+' : ''}${formatPercent(share)}`;
}
