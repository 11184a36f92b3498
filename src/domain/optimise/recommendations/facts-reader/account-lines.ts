import { selectRows, type CostStore } from '../../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';

/** Which lines the facts of an account come from. */
export interface AccountLines {
  store: CostStore;
  /** Active loads with costs in the window. */
  loadIds: readonly number[];
  provider: string;
  accountId: string | null;
  /** First and last day, both included. */
  window: { start: string; end: string };
  /** Days of the window that the bills cover. */
  billedDays: number;
  /** USD per unit of each currency of the lines; amounts of other currencies do not count. */
  factors: ReadonlyMap<string, string>;
}

/** Costs as in the specification of rules: without tax, credits and refunds. */
function conditionOf({ loadIds, provider, window }: AccountLines): Sql {
  const { start, end } = window;
  return sql`load_id IN ${sql.bind('Array(UInt32)', loadIds)}
    AND provider = ${sql.bind('String', provider)}
    AND usage_date BETWEEN ${sql.bind('Date', start)} AND ${sql.bind('Date', end)}
    AND charge_group NOT IN ('tax', 'credit', 'refund')`;
}

/** SQL of an amount in USD. The factor of a currency without a rate is 0. */
export function dollars(amount: Sql, { factors }: AccountLines): Sql {
  if ([...factors.keys()].every((currency) => currency === 'USD')) {
    return sql`if(currency = 'USD', ${amount}, toDecimal128(0, 18))`;
  }
  const currencies = sql.bind('Array(String)', [...factors.keys()]);
  const texts = sql.bind('Array(String)', [...factors.values()].map(roundedFactor));
  const decimals = sql`arrayMap(factor -> toDecimal256(factor, 12), ${texts})`;
  return sql`toDecimal256(${amount}, 18) * ${decimals}[indexOf(${currencies}, currency)]`;
}

/** Rows over the lines of the provider in the window, further restricted by `where`. */
export async function readLines<Row>(
  lines: AccountLines,
  statement: { select: Sql; where: Sql; groupBy: Sql; rest?: Sql },
): Promise<Row[]> {
  if (lines.loadIds.length === 0) return [];
  const { select, where, groupBy, rest = sql`` } = statement;
  return selectRows<Row>(
    lines.store.client,
    sql`SELECT ${select}
      FROM lines WHERE ${conditionOf(lines)} AND ${where}
      GROUP BY ${groupBy} ${rest}`,
  );
}

/** SQL of the account that a line belongs to: the subscription for Azure, whose `account_id` is the resource group. */
export const lineAccount = sql`if(provider = 'azure', provider_account_id, account_id)`;

/** Limits the lines to the account. */
export const ofAccount = ({ accountId }: AccountLines): Sql =>
  sql`ifNull(${lineAccount}, '') = ${sql.bind('String', accountId ?? '')}`;

/** The identifier of a resource on the bill: Azure writes the same resource in several cases. */
export const resourceIdOf = ({ provider }: AccountLines): Sql =>
  provider === 'azure' ? sql`lower(ifNull(resource_id, ''))` : sql`resource_id`;

/** Factors have 12 decimal places in statements, so that products fit. */
function roundedFactor(factor: string): string {
  const [whole, fraction = ''] = factor.split('.');
  return fraction === '' ? whole! : `${whole}.${fraction.slice(0, 12)}`;
}
