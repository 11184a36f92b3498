import type { Decimal } from '../../platform/lib/decimal.js';

/** An amount as people read it: 33,000.00. */
export const formatMoney = (amount: Decimal): string =>
  amount.toFixed(2).replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
