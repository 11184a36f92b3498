import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { clusterProviderList, scopeWithin } from '../../costs/query/index.js';
import { readAccountScope } from './node-owners.js';
import type { NodeHour, NodePrice } from './price-usage.js';

interface BillRow {
  node: string;
  day: string;
  /** Hour of the day; -1 for lines of whole days. */
  hour: number;
  currency: string;
  amount: string;
  list_amount: string;
  account_id: string | null;
  region: string | null;
}

/** What the bill says nodes cost. */
export class NodeBill {
  readonly #rows = new Map<string, BillRow[]>();
  /** The hours of a day in which a node was up, over which lines of whole days are divided. */
  readonly #hours = new Map<string, number[]>();

  constructor(rows: readonly BillRow[], hours: readonly NodeHour[]) {
    for (const row of rows) append(this.#rows, `${row.node} ${row.day}`, row);
    for (const { node, start } of hours) {
      append(this.#hours, dayKey(node.nodeResourceId, start), start.getUTCHours());
    }
    for (const [key, seen] of this.#hours) {
      this.#hours.set(
        key,
        [...new Set(seen)].toSorted((one, other) => one - other),
      );
    }
  }

  /** The price of a node in an hour; undefined if the bill does not have the node on that day. */
  priceOf({ node, start }: NodeHour): NodePrice | undefined {
    const key = dayKey(node.nodeResourceId, start);
    const rows = this.#rows.get(key);
    const [first] = rows ?? [];
    if (!rows || !first) return undefined;
    const hour = start.getUTCHours();
    const seen = this.#hours.get(key) ?? [hour];
    const part = (row: BillRow, total: string) => {
      if (row.hour >= 0) return row.hour === hour ? new Decimal(total) : new Decimal(0);
      return partOf(new Decimal(total), seen.indexOf(hour), seen.length);
    };
    const sum = (amountOf: (row: BillRow) => string) =>
      rows
        .filter(({ currency }) => currency === first.currency)
        .reduce((total, row) => total.plus(part(row, amountOf(row))), new Decimal(0));
    return {
      amount: sum((row) => row.amount),
      listAmount: sum((row) => row.list_amount),
      currency: first.currency,
      accountId: first.account_id ?? undefined,
      region: first.region ?? undefined,
    };
  }
}

/** One of equal parts of an amount, rounded so that all parts add up to it. */
function partOf(total: Decimal, index: number, parts: number): Decimal {
  const until = (count: number) => total.times(count).div(parts).toDecimalPlaces(18);
  return until(index + 1).minus(until(index));
}

const dayKey = (node: string | undefined, start: Date) =>
  `${(node ?? '').toLowerCase()} ${formatDate(start)}`;

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Reads what the bills of an account say about nodes; a node is found by its id, or an id or ARN that ends with it. */
export async function readNodeBill(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  accountToken: string,
  hours: readonly NodeHour[],
): Promise<NodeBill> {
  const ids = [...new Set(hours.flatMap(({ node }) => node.nodeResourceId?.toLowerCase() ?? []))];
  const days = hours.map(({ start }) => formatDate(start)).toSorted();
  const range = { start: days[0] ?? '1970-01-01', end: days.at(-1) ?? '1970-01-01' };
  const scope = scopeWithin(await readAccountScope(db, accountToken), range);
  if (ids.length === 0 || scope.loadIds.length === 0) return new NodeBill([], hours);
  const id = sql`lower(ifNull(resource_id, ''))`;
  const searched = sql.bind('Array(String)', ids);
  const rows = await selectRows<BillRow>(
    costs.client,
    sql`SELECT if(${id} IN ${searched}, ${id}, splitByChar('/', ${id})[-1]) AS node, usage_date AS day,
       toInt8(if(granularity = 'hour', toHour(charge_start), -1)) AS hour, toString(currency) AS currency,
       sum(effective_cost) AS amount, sum(ifNull(list_cost, effective_cost)) AS list_amount,
       any(account_id) AS account_id, any(region) AS region
     FROM lines
     WHERE load_id IN ${sql.bind('Array(UInt32)', scope.loadIds)}
       AND usage_date BETWEEN ${sql.bind('Date', range.start)} AND ${sql.bind('Date', range.end)}
       AND charge_group = 'usage' AND granularity IN ('hour', 'day') AND provider NOT IN ${clusterProviderList}
       AND node IN ${searched}
     GROUP BY node, day, hour, currency ORDER BY amount DESC`,
  );
  return new NodeBill(rows, hours);
}
