import { prepareQuery } from '../src/domain/costs/query/prepare-query.js';
import { readCosts } from '../src/domain/costs/query/read-costs.js';
import { allChargesSettings } from '../src/domain/costs/query/cost-settings.js';
import { type CostStore, run } from '../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../src/platform/store/sql.js';
import type { Account } from './harness.js';

/** Amounts of January and February 2026 by day and tag value, `2026-01-09 value`, read from a given store. */
export async function readByTag(
  { app, workspace }: Account,
  costs: CostStore,
  key: string,
): Promise<Record<string, string>> {
  const stores = { db: app.services.db, costs };
  const { query } = await prepareQuery(stores, {
    workspace: workspace.token,
    range: { start: '2026-01-01', end: '2026-02-28' },
    filters: { combined: [] },
    today: '2026-03-10',
    dateBin: 'day',
    groupings: [{ kind: 'tag', key }],
    settings: allChargesSettings,
    order: 'asc',
    limit: 1000,
    offset: 0,
  });
  const { rows } = await readCosts(costs, query);
  return Object.fromEntries(
    rows.map(({ accrued_at, g0, amount }) => [`${accrued_at} ${String(g0)}`, amount]),
  );
}

/** Runs a test with a store that cannot store the results of rules and has none yet. */
export async function withoutRuleResults<Result>(
  costs: CostStore,
  work: (store: CostStore) => Promise<Result>,
): Promise<Result> {
  await run(costs.bulk, sql`RENAME TABLE rule_results TO hidden_rule_results`);
  try {
    return await work({ ...costs });
  } finally {
    await run(costs.bulk, sql`RENAME TABLE hidden_rule_results TO rule_results`);
  }
}
