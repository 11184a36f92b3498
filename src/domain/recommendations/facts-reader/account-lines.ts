import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';

/** Which lines the facts of an account come from. */
export interface AccountLines {
  store: CostStore;
  /** Active loads with costs in the window. */
  loadIds: readonly number[];
  provider: string;
  accountId: string | null;
  /** First and last day, both included. */
  window: { start: string; end: string };
  /** USD per unit of each currency of the lines; amounts of other currencies do not count. */
  factors: ReadonlyMap<string, string>;
}

/** Costs as in the specification of rules: without tax, credits and refunds. */
const condition = `load_id IN {loads:Array(UInt32)} AND provider = {provider:String}
  AND usage_date BETWEEN {start:Date} AND {end:Date} AND charge_group NOT IN ('tax', 'credit', 'refund')`;

/** SQL of an amount in USD. The factor of a currency without a rate is 0. */
export function dollars(column: string, { factors }: AccountLines): string {
  if ([...factors.keys()].every((currency) => currency === 'USD')) {
    return `if(currency = 'USD', ${column}, toDecimal128(0, 18))`;
  }
  return (
    `toDecimal256(${column}, 18) * arrayMap(factor -> toDecimal256(factor, 12), {factors:Array(String)})` +
    `[indexOf({currencies:Array(String)}, currency)]`
  );
}

/** Rows over the lines of the provider in the window, further restricted by `where`. */
export async function readLines<Row>(
  lines: AccountLines,
  statement: { select: string; where: string; groupBy: string; rest?: string },
  params: Record<string, unknown> = {},
): Promise<Row[]> {
  if (lines.loadIds.length === 0) return [];
  const { select, where, groupBy, rest = '' } = statement;
  return selectRows<Row>(
    lines.store.client,
    `SELECT ${select}\nFROM lines WHERE ${condition} AND ${where}\nGROUP BY ${groupBy} ${rest}`,
    {
      loads: lines.loadIds,
      provider: lines.provider,
      ...lines.window,
      account: lines.accountId ?? '',
      currencies: [...lines.factors.keys()],
      factors: [...lines.factors.values()].map((factor) => roundedFactor(factor)),
      ...params,
    },
  );
}

/** Limits the lines to the account. */
export const ofAccount = "ifNull(account_id, '') = {account:String}";

/** Factors have 12 decimal places in statements, so that products fit. */
function roundedFactor(factor: string): string {
  const [whole, fraction = ''] = factor.split('.');
  return fraction === '' ? whole! : `${whole}.${fraction.slice(0, 12)}`;
}
