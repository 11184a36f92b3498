import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  buildFromClause,
  type CostPlan,
  type CostQuery,
  amountColumn,
  rowConditions,
  narrowQuery,
  planCosts,
} from '../../costs/query/index.js';
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
  const plan = planLine(query, key);
  const groups = await selectLines<LineTrace['groups'][number]>(services, plan, {
    columns: { load_id: sql`load_id`, rules, lines: sql`count()` },
    tail: sql`GROUP BY load_id, rules ORDER BY load_id, rules`,
  });
  const costs = await selectLines<TracedCost>(services, plan, {
    columns: costColumns(plan),
    tail: sql`ORDER BY abs(${amountColumn(plan)}) DESC, line_id LIMIT ${maxCosts}`,
  });
  const loads = groups.map(({ load_id }) => load_id);
  return { groups, costs, rulesOfLoad: await readRulesOfLoads(services.db, loads) };
}

/** Plans to read the costs of a line of an invoice from the lines of bills. */
function planLine(query: CostQuery, key: LineKey): CostPlan {
  const values = [key.provider, key.service, key.charge_type].flatMap((value, index) =>
    value === undefined ? [] : [{ grouping: lineGroupings[index]!, value }],
  );
  const days = { start: query.startDate, end: query.endDate };
  const amount = { accruedAt: days.start, currency: query.conversion.to, values };
  const narrowed = narrowQuery(query, amount, days);
  return planCosts({ ...narrowed, condition: { ...narrowed.condition, needsLines: true } });
}

const rules = sql`attributes['billing_rules']`;

const costColumns = (plan: CostPlan): Record<string, Sql> => ({
  load_id: sql`load_id`,
  usage_date: sql`usage_date`,
  account_id: sql`account_id`,
  resource_id: sql`resource_id`,
  region: sql`region`,
  description: sql`description`,
  source_file: sql`source_file`,
  source_row: sql`source_row`,
  amount: amountColumn(plan),
  currency: sql`currency`,
  rules,
});

/** Lines without an amount add nothing. */
function selectLines<Result>(
  { costs }: Pick<Services, 'costs'>,
  plan: CostPlan,
  { columns, tail }: { columns: Record<string, Sql>; tail: Sql },
): Promise<Result[]> {
  const where = sql.join([...rowConditions(plan), sql`${amountColumn(plan)} != 0`], '\n  AND ');
  const statement = sql.join(
    [sql`SELECT ${selectList(columns)}`, ...buildFromClause(plan), sql`WHERE ${where}`, tail],
    '\n',
  );
  return selectRows<Result>(costs.client, statement);
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
