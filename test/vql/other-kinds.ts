import type { ClickHouseClient } from '@clickhouse/client';
import { bindValues, sql } from '../../src/platform/store/sql.js';
import {
  checkFilter,
  compileWhere,
  financialCommitmentLines,
  type FilterKind,
  kubernetesRows,
  type CostStoreSource,
  networkFlowRows,
} from '../../src/domain/costs/vql/index.js';
import { createTable, selectRows } from './temporary-cost-store.js';

const scope = { integrationTokens: ['seen'], loadIds: [1] };

export interface OtherCase {
  kind: FilterKind;
  vql: string;
  ids: readonly string[];
}

const text = 'Nullable(String)';
const guardColumns = [
  ['id', 'String'],
  ['kind', text],
  ['provider', 'String'],
  ['integration_token', `String DEFAULT 'seen'`],
  ['load_id', 'UInt32 DEFAULT 1'],
] as const;
const map = 'Map(LowCardinality(String), String)';

const otherTables: Partial<
  Record<FilterKind, { source: CostStoreSource; columns: [string, string][] }>
> = {
  kubernetes_efficiency_report: {
    source: kubernetesRows,
    columns: [...columnsOf(['cluster_id', 'namespace', 'category', 'pod']), ['labels', map]],
  },
  network_flow_report: {
    source: networkFlowRows,
    columns: columnsOf([
      'account_id',
      'traffic_category',
      'traffic_path',
      'dsthostname',
      'peer_regions',
      'flow_direction',
    ]),
  },
  financial_commitment_report: {
    source: financialCommitmentLines,
    columns: [
      ...columnsOf(['service_code', 'account_id', 'commitment_type', 'commitment_id']),
      ['service', 'String'],
      ['charge_type', 'String'],
      ['charge_group', 'String'],
      ['tags', map],
    ],
  },
};

function columnsOf(names: readonly string[]): [string, string][] {
  return names.map((name) => [name, text]);
}

/** Creates a table with the columns that filters of a kind use. */
export async function createOtherTable(
  client: ClickHouseClient,
  kind: FilterKind,
  table: string,
  rows: readonly object[],
): Promise<void> {
  await createTable(client, table, [...guardColumns, ...(otherTables[kind]?.columns ?? [])], rows);
}

/** The ids of the rows that a filter matches. */
export async function idsMatching(
  client: ClickHouseClient,
  table: string,
  { kind, vql }: OtherCase,
): Promise<string[]> {
  const { source } = otherTables[kind] ?? {};
  if (!source) throw new Error(`no table for ${kind}`);
  const { where } = compileWhere([checkFilter(kind, vql)], scope, { source });
  const statement = sql`SELECT id FROM ${sql.ref(table)} WHERE ${where} ORDER BY id`;
  const { query, params } = bindValues(statement);
  const rows = await selectRows<{ id: string }>(client, query, params);
  return rows.map(({ id }) => id);
}
