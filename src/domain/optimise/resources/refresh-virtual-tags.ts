import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import {
  buildRowsStatement,
  planCosts,
  compileFilters,
  type CostScope,
  readScope,
  allChargesSettings,
  type CostRow,
  resolveUsedVirtualTags,
} from '../../costs/query/index.js';
import { readVirtualTags, type VirtualTag } from '../../costs/virtual-tags/index.js';
import type { CostWindow } from './cost-window.js';
import { isNamed, lastPart } from './names-sql.js';

interface Owner {
  token: string;
  account_token: string;
}

const batchSize = 5000;

/** Stores the value that most of a resource's cost has, for each virtual tag of the account. */
export async function refreshVirtualTags(
  { db, costs }: Services,
  { token, account_token: account }: Owner,
  window: CostWindow,
  now: Date,
): Promise<void> {
  const tags = await readVirtualTags(db, account);
  const configs = await db
    .selectFrom('virtual_tag_configs')
    .select(['token', 'key'])
    .where('account_token', '=', account)
    .execute();
  await sql`update resources set virtual_tags = '{}' where integration_token = ${token} and virtual_tags <> '{}'
    and ${configs.length === 0}`.execute(db);
  if (configs.length === 0) return;
  const scope = scopeOf(await readAccountScope(db, account), token, window);
  for (const { token: config, key } of configs) {
    const values = await readMainValues({ db, costs }, { account, tags, key, scope, window, now });
    const rows = [...values].map(([id, value]) => ({ id, value }));
    await sql`update resources set virtual_tags = virtual_tags - ${config}::text
      where integration_token = ${token} and virtual_tags ? ${config}`.execute(db);
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = JSON.stringify(rows.slice(from, from + batchSize));
      await sql`
        update resources r set virtual_tags = r.virtual_tags || jsonb_build_object(${config}::text, v.value)
        from jsonb_to_recordset(${batch}::jsonb) as v(id text, value text)
        where r.integration_token = ${token} and r.short_id = ${lastPart('v.id')}
          and ${isNamed('r.uuid', 'v.id')}`.execute(db);
    }
  }
}

/** A virtual tag means the same in every workspace, so the costs of all of them are read. */
async function readAccountScope(db: Services['db'], account: string): Promise<CostScope> {
  const workspaces = await db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', account)
    .orderBy('id')
    .execute();
  return readScope(
    db,
    workspaces.map(({ token }) => token),
  );
}

function scopeOf(scope: CostScope, integration: string, { loadIds }: CostWindow): CostScope {
  const loads = scope.loads.filter(({ id }) => loadIds.includes(id));
  return {
    ...scope,
    integrationTokens: [integration],
    loads,
    loadIds: loads.map(({ id }) => id),
  };
}

interface ValueRequest {
  account: string;
  tags: readonly VirtualTag[];
  key: string;
  scope: CostScope;
  window: CostWindow;
  now: Date;
}

async function readMainValues(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  { account, tags, key, scope, window, now }: ValueRequest,
): Promise<Map<string, string>> {
  if (scope.loadIds.length === 0) return new Map();
  const today = formatDate(now);
  const range = { start: window.start, end: window.end };
  const use = { filters: [], groupedBy: [key], readsResources: true, range };
  const virtual = await resolveUsedVirtualTags({ db, costs }, { account, tags, today }, use);
  const { condition } = await compileFilters(costs, scope, { combined: [] }, 'amortized', virtual);
  const unratedCurrencies = [...scope.currencies];
  const plan = planCosts({
    condition,
    startDate: range.start,
    endDate: range.end,
    today,
    dateBin: 'range',
    groupings: [
      { kind: 'dimension', name: 'resource_id' },
      { kind: 'tag', key },
    ],
    settings: allChargesSettings,
    conversion: { to: 'USD', method: 'daily', factors: [], unratedCurrencies },
    order: 'asc',
    limit: 0,
    offset: 0,
  });
  const rows = await selectRows<CostRow>(costs.client, buildRowsStatement(plan));
  const main = new Map<string, { value: string; amount: Decimal }>();
  for (const { g0, g1, amount } of rows) {
    if (typeof g0 !== 'string' || typeof g1 !== 'string') continue;
    const cost = new Decimal(amount);
    if (!main.get(g0)?.amount.gte(cost)) main.set(g0, { value: g1, amount: cost });
  }
  return new Map([...main].map(([id, { value }]) => [id, value]));
}
