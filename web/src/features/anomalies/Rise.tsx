import { Change } from '../../parts/figures.js';
import { SignedMoney } from '../cost-changes/figures.js';
import { type Anomaly, riseOf } from './anomaly.js';

type RiseProps = { anomaly: Pick<Anomaly, 'amount' | 'expected_amount' | 'currency'> };

/** The rise over what was expected, in money. */
export const RiseInMoney = ({ anomaly }: RiseProps) => (
  <SignedMoney amount={riseOf(anomaly)} currency={anomaly.currency} />
);

/** The same in percent; a series that was expected to cost nothing is new. */
export const RiseInPercent = ({
  anomaly: { amount, expected_amount: expected, currency },
}: RiseProps) => <Change current={amount} previous={expected} currency={currency} />;
