import { Decimal, type DecimalValue } from './decimal.js';

const round = (amount: DecimalValue) => new Decimal(amount).toFixed(2, Decimal.ROUND_HALF_UP);

/** An amount as people read it: 33,000.00. */
export const formatMoney = (amount: DecimalValue) =>
  round(amount).replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const signed = (text: string) => (/^-|^[0.]+$/.test(text) ? text : `+${text}`);

/** A change as an amount: 1240.5 against 1100 is +140.50. */
export const formatDifference = (current: DecimalValue, previous: DecimalValue) =>
  signed(formatMoney(new Decimal(current).minus(previous)));

/** A change in percent: 1240.5 against 1100 is +12.77%. There is none against zero. */
export function formatPercent(current: DecimalValue, previous: DecimalValue): string {
  const base = new Decimal(previous).abs();
  if (base.isZero()) return 'n/a';
  return `${signed(round(new Decimal(current).minus(previous).times(100).div(base)))}%`;
}
