import type { Schemas } from '../../api/types.js';
import { approximate } from '../../lib/decimal.js';

export type Term = Schemas['CommitmentTerm'];
/** A term with prices. */
export type PricedTerm = Term & {
  upfront_cost: string;
  monthly_cost: string;
  total_cost: string;
  monthly_saving: string;
};

const payments: Record<Term['payment'], string> = {
  no_upfront: 'no upfront',
  partial_upfront: 'partial upfront',
  all_upfront: 'all upfront',
};

export const keyOf = ({ years, payment }: Pick<Term, 'years' | 'payment'>) => `${years} ${payment}`;

/** `1 year, no upfront` */
export const termName = ({ years, payment }: Pick<Term, 'years' | 'payment'>): string =>
  `${years} ${years === 1 ? 'year' : 'years'}, ${payments[payment]}`;

export const isPriced = (term: Term): term is PricedTerm => term.total_cost !== null;

/** `after 7.2 months` */
export function breakEvenOf({ break_even_months: months }: PricedTerm): string {
  if (months === null) return 'not within the term';
  return approximate(months) === 0 ? 'from the start' : `after ${approximate(months)} months`;
}

/** Where its prices come from, in words. */
export function sourceOf({ source, priced_percent: priced }: Term): string {
  if (source === null) return 'No price';
  if (source === 'usual_discount') return 'Usual discount';
  return priced === '100.0' ? 'Price list' : `Price list for ${approximate(priced ?? '0')}%`;
}
