import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { namedResources, readChosenLoads } from '../../costs/visibility/index.js';
import type { AccessScope } from '../../costs/vql/index.js';

/** An object about to be imported. */
export interface FlowObject {
  accountToken: string;
  integrationToken: string;
  name: string;
  fingerprint: string;
}

/** Whether the same content was imported before, whatever its name was. */
export async function isImported(db: Db, object: FlowObject): Promise<boolean> {
  const found = await db
    .selectFrom('network_flow_loads')
    .select('load_id')
    .where('integration_token', '=', object.integrationToken)
    .where('fingerprint', '=', object.fingerprint)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return found !== undefined;
}

/** Creates a load that no query sees yet. */
export async function beginLoad(db: Db, object: FlowObject, now: Date): Promise<number> {
  const { load_id } = await db
    .insertInto('network_flow_loads')
    .values({
      account_token: object.accountToken,
      integration_token: object.integrationToken,
      name: object.name,
      fingerprint: object.fingerprint,
      status: 'running',
      started_at: now,
    })
    .returning('load_id')
    .executeTakeFirstOrThrow();
  return load_id;
}

export interface StoredFlows {
  rowsRead: number;
  rowsStored: number;
  /** Null when nothing was stored. */
  firstDay: string | null;
  lastDay: string | null;
}

/** Makes a load visible in place of the earlier one of the same object, in one transaction. */
export async function activateLoad(
  db: Db,
  loadId: number,
  object: FlowObject,
  stored: StoredFlows,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('network_flow_loads')
      .where('integration_token', '=', object.integrationToken)
      .where('name', '=', object.name)
      .where('status', '=', 'active')
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('network_flow_loads')
      .set({
        status: 'active',
        rows_read: stored.rowsRead,
        rows_stored: stored.rowsStored,
        first_date: stored.firstDay,
        last_date: stored.lastDay,
        finished_at: now,
      })
      .where('load_id', '=', loadId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error(`flow load ${loadId} was removed while it ran`);
  });
}

/** Forgets a load that failed; the clean-up removes its rows. */
export async function removeLoad(db: Db, loadId: number): Promise<void> {
  await db.deleteFrom('network_flow_loads').where('load_id', '=', loadId).execute();
}

/** The flow logs of a workspace. */
export interface FlowScope extends AccessScope {
  /** Whether the workspace has flow logs at all, also outside the range. */
  hasSource: boolean;
  /** SQL that is true for flows between resources that the workspace sees. */
  isVisible: Sql;
}

/** Active loads with flows in a range, of the integrations that are assigned to a workspace. */
export async function readFlowScope(
  { db }: Pick<Context, 'db'>,
  workspace: string,
  range: DateRange,
): Promise<FlowScope> {
  const rows = await db
    .selectFrom('network_flow_loads as load')
    .innerJoin('integration_workspaces as link', 'link.integration_token', 'load.integration_token')
    .select([
      'load.load_id',
      'load.account_token',
      'load.integration_token',
      'load.first_date',
      'load.last_date',
    ])
    .where('link.workspace_token', '=', workspace)
    .where('load.status', '=', 'active')
    .orderBy('load.load_id')
    .execute();
  const within = rows.filter(
    ({ first_date: first, last_date: last }) =>
      first !== null && last !== null && first <= range.end && last >= range.start,
  );
  const chosen = await readChosenLoads(db, workspace);
  const ownLoads = (account: string) =>
    within.filter((row) => row.account_token === account).map((row) => row.load_id);
  return {
    isVisible: chosen ? betweenVisible(chosen.ofLoads, ownLoads(chosen.account)) : sql`true`,
    hasSource: rows.length > 0,
    loadIds: within.map((row) => row.load_id),
    integrationTokens: [...new Set(within.map((row) => row.integration_token))],
  };
}

/**
 * Where billing rules choose the costs of a workspace, its flows are those of instances that these costs name,
 * with each other or with what is no resource, and all flows of its own integrations. Bills name instances by
 * their short identifiers.
 */
function betweenVisible(ofLoads: Sql, ownLoads: readonly number[]): Sql {
  const named = namedResources(ofLoads);
  const isNamed = (column: Sql) => sql`lower(ifNull(${column}, '')) GLOBAL IN (${named})`;
  return sql`load_id IN ${sql.bind('Array(UInt32)', ownLoads)}
    OR ${isNamed(sql`instance_id`)}
      AND (peer_resource_uuid IS NULL OR ${isNamed(sql`peer_instance_id`)})`;
}

/** The flow logs of a workspace, and the days within the retention that they have flows of. */
export async function readFlowCoverage(
  { db, now }: Pick<Context, 'db' | 'now'>,
  workspace: string,
  retentionDays: number,
): Promise<{ file_count: number; first_date: string | null; last_date: string | null }> {
  const row = await db
    .selectFrom('network_flow_loads as load')
    .innerJoin('integration_workspaces as link', 'link.integration_token', 'load.integration_token')
    .select(({ fn }) => [
      fn.countAll<string>().as('file_count'),
      fn.min('load.first_date').as('first_date'),
      fn.max('load.last_date').as('last_date'),
    ])
    .where('link.workspace_token', '=', workspace)
    .where('load.status', '=', 'active')
    .executeTakeFirstOrThrow();
  const kept = addDays(formatDate(now), -retentionDays);
  const { first_date: first, last_date: last } = row;
  const isGone = last === null || first === null || last < kept;
  return {
    file_count: Number(row.file_count),
    first_date: isGone ? null : first < kept ? kept : first,
    last_date: isGone ? null : last,
  };
}
