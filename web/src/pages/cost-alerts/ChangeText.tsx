import { formatSignedShare, SignedMoney } from '../../features/cost-changes/figures.js';
import type { CostAlertChange } from './cost-alert.js';

interface ChangeTextProps {
  change: CostAlertChange;
  currency: string;
}

/** `+$50.00 (+12.5%)`; a group without earlier costs is new. */
export function ChangeText({ change, currency }: ChangeTextProps) {
  const { change_in_cost: amount, previous_cost: previous } = change;
  return (
    <>
      <SignedMoney amount={amount} currency={currency} /> (
      {formatSignedShare(amount, previous) || 'new'})
    </>
  );
}
