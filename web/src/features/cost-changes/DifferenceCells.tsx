import { Money } from '../../parts/figures.js';
import { Percent, SignedMoney } from './figures.js';

/** Costs of both periods, and their difference. */
export interface Difference {
  before: string;
  after: string;
  difference: string;
}

interface DifferenceCellsProps extends Difference {
  currency: string;
}

export function DifferenceCells({ before, after, difference, currency }: DifferenceCellsProps) {
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
        <Percent difference={difference} before={before} />
      </td>
    </>
  );
}
