import type { Context } from '../../../platform/kernel/context.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { readFactors } from '../../costs/query/index.js';

/** The currency that the savings of a workspace are shown in, and its units per USD. */
export interface SavingsCurrency {
  code: string;
  factor: string;
}

const dollars: SavingsCurrency = { code: 'USD', factor: '1' };

/** The currency of a workspace at the rate of today; USD where it does not convert or has no rate. */
export async function readSavingsCurrency(
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  workspace: string,
): Promise<SavingsCurrency> {
  const row = await db
    .selectFrom('workspaces')
    .select(['enable_currency_conversion', 'currency'])
    .where('token', '=', workspace)
    .executeTakeFirst();
  if (!row?.enable_currency_conversion || row.currency === 'USD') return dollars;
  const rate = { from: ['USD'], to: row.currency, day: formatDate(now) };
  const factor = (await readFactors(db, actor.accountToken, rate)).get('USD');
  return factor === undefined ? dollars : { code: row.currency, factor };
}

/** An amount in USD as it is shown: converted, with two decimals, half away from zero. */
export function formatSavings(usd: string, { factor }: SavingsCurrency): string {
  const converted = new Decimal(usd).times(factor);
  return formatDecimal(converted.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed());
}

/** The symbol of a currency, or its code where it has none. */
export function currencySymbol(code: string): string {
  const parts = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}
