import { Money } from '../../parts/figures.js';
import { Percent, SignedMoney } from './figures.js';

/** Costs of both periods, and their difference. */
export interface Difference {
  before: string;
  after: string;
  difference: string;
  percent: string | null;
}

interface DifferenceCellsProps extends Difference {
  currency: string;
}

export function DifferenceCells({
  before,
  after,
  difference,
  percent,
  currency,
}: DifferenceCellsProps) {
  return (
    <>
      <td className="numeric">
        <Money amount={before} currency={currency} />
      </td>
      <td className="numeric">
        <Money amount={after} currency={currency} />
      </td>
      <td className="numeric">
        <SignedMoney amount={difference} currency={currency} />
      </td>
      <td className="numeric">
        <Percent percent={percent} />
      </td>
    </>
  );
}
