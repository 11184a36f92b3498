import { selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { selectList } from '../../platform/store/clickhouse/sql-text.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { Services } from '../../platform/kernel/services.js';
import type { Db } from '../../platform/store/tables.js';
import { buildFromClause } from '../costs/build-from-clause.js';
import { bindStatement } from '../costs/build-statements.js';
import type { CostQuery } from '../costs/cost-query.js';
import { amountColumn, rowConditions } from '../costs/cost-row-sql.js';
import { narrowQuery } from '../costs/narrow-query.js';
import { billedQuery, lineGroupings } from './read-invoice-costs.js';

/** What identifies a line of an invoice; what is absent matches every line. */
export interface LineKey {
  provider?: string | undefined;
  service?: string | undefined;
  charge_type?: string | undefined;
}

/** A cost line that a line of an invoice adds up. */
interface TracedCost {
  load_id: number;
  usage_date: string;
  account_id: string | null;
  resource_id: string | null;
  region: string | null;
  description: string | null;
  source_file: string;
  source_row: string;
  amount: string;
  currency: string;
  /** Numbers of the rules in the list of the load, separated by spaces. */
  rules: string;
}

export interface LineTrace {
  /** How many cost lines have been changed by the same rules. */
  groups: { load_id: number; rules: string; lines: string }[];
  /** The largest cost lines. */
  costs: TracedCost[];
  /** The rules that the numbers of a load stand for. */
  rulesOfLoad: ReadonlyMap<number, readonly string[]>;
}

const maxCosts = 50;

/** Finds the cost lines behind a line of an invoice, as they are now, and the rules that have changed them. */
export async function traceLine(
  services: Pick<Services, 'db' | 'costs'>,
  invoice: Row<'invoices'>,
  key: LineKey,
): Promise<LineTrace> {
  const account = await services.db
    .selectFrom('managed_accounts')
    .select(['token', 'include_managed_account_integrations as includesOwn'])
    .where('token', '=', invoice.managed_account_token)
    .executeTakeFirst();
  const empty = { groups: [], costs: [], rulesOfLoad: new Map() };
  if (!account) return empty;
  const { scope, query } = await billedQuery(services, account, invoice.billing_period_start);
  if (scope.loads.length === 0) return empty;
  const narrowed = ofLine(query, key);
  const groups = await selectLines<LineTrace['groups'][number]>(services, narrowed, {
    columns: { load_id: 'load_id', rules, lines: 'count()' },
    tail: ['GROUP BY load_id, rules ORDER BY load_id, rules'],
  });
  const costs = await selectLines<TracedCost>(services, narrowed, {
    columns: costColumns(narrowed),
    tail: [`ORDER BY abs(${amountColumn(narrowed)}) DESC, line_id LIMIT ${maxCosts}`],
  });
  const loads = groups.map(({ load_id }) => load_id);
  return { groups, costs, rulesOfLoad: await readRulesOfLoads(services.db, loads) };
}

function ofLine(query: CostQuery, key: LineKey): CostQuery {
  const values = [key.provider, key.service, key.charge_type].flatMap((value, index) =>
    value === undefined ? [] : [{ grouping: lineGroupings[index]!, value }],
  );
  const days = { start: query.startDate, end: query.endDate };
  const amount = { accruedAt: days.start, currency: query.conversion.to, values };
  const narrowed = narrowQuery(query, amount, days);
  return { ...narrowed, condition: { ...narrowed.condition, needsLines: true } };
}

const rules = "attributes['billing_rules']";

const costColumns = (query: CostQuery): Record<string, string> => ({
  load_id: 'load_id',
  usage_date: 'usage_date',
  account_id: 'account_id',
  resource_id: 'resource_id',
  region: 'region',
  description: 'description',
  source_file: 'source_file',
  source_row: 'source_row',
  amount: amountColumn(query),
  currency: 'currency',
  rules,
});

/** Lines without an amount add nothing. */
function selectLines<Result>(
  { costs }: Pick<Services, 'costs'>,
  query: CostQuery,
  { columns, tail }: { columns: Record<string, string>; tail: readonly string[] },
): Promise<Result[]> {
  const where = [...rowConditions(query), `${amountColumn(query)} != 0`].join('\n  AND ');
  const { sql: statement, params } = bindStatement(
    query,
    [],
    [`SELECT ${selectList(columns)}`, ...buildFromClause(query), `WHERE ${where}`, ...tail],
  );
  return selectRows<Result>(costs.client, statement, params);
}

async function readRulesOfLoads(db: Db, loads: readonly number[]) {
  if (loads.length === 0) return new Map<number, string[]>();
  const rows = await db
    .selectFrom('loads')
    .select(['load_id', 'billing_rule_tokens'])
    .where('load_id', 'in', [...loads])
    .execute();
  return new Map(rows.map((row) => [row.load_id, row.billing_rule_tokens ?? []]));
}
