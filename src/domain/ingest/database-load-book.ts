import { type Kysely, type Transaction, sql } from 'kysely';
import { addSeconds, type Clock } from '../../platform/lib/time.js';
import type { Tables } from '../../platform/store/tables.js';
import { ImportError } from './import-error.js';
import type { ActiveLoad, FinishedLoad, LoadBook, PlannedLoad } from './load-book.js';

export interface LoadBookOptions {
  db: Kysely<Tables>;
  clock: Clock;
  /** This process, among the copies that write to the same book. */
  runner: string;
  /** No other process can be writing, so that whatever another runner left running is dead. */
  alone: boolean;
}

/** What else is written in the transaction that makes the loads of a run active. */
export type Alongside = (trx: Transaction<Tables>, loads: readonly FinishedLoad[]) => Promise<void>;

/** A run that has not been heard of for so long is dead. */
const silentSeconds = 15 * 60;

/** The record of loads in PostgreSQL. Its partial unique indexes allow one active and one running load a partition. */
export class DatabaseLoadBook implements LoadBook {
  constructor(
    readonly options: LoadBookOptions,
    private readonly alongside?: Alongside,
  ) {}

  async isCurrent(integrationToken: string, fingerprint: string): Promise<boolean> {
    const { rows } = await sql<{ current: boolean | null }>`
      select bool_and(status = 'active') as current from loads
      where integration_token = ${integrationToken} and fingerprint = ${fingerprint}
        and started_at = (select max(started_at) from loads
          where integration_token = ${integrationToken} and fingerprint = ${fingerprint}
            and status in ('active', 'superseded'))
        and status in ('active', 'superseded')`.execute(this.options.db);
    return rows[0]?.current ?? false;
  }

  async activeLoads(integration: string, partitions: readonly string[]): Promise<ActiveLoad[]> {
    const rows = await this.options.db
      .selectFrom('loads')
      .select(['load_id', 'partition', 'source_version'])
      .where('integration_token', '=', integration)
      .where('partition', '=', sql<string>`any(${[...partitions]})`)
      .where('status', '=', 'active')
      .execute();
    return rows.map((row) => ({
      loadId: row.load_id,
      partition: row.partition,
      sourceVersion: row.source_version ?? undefined,
    }));
  }

  async begin(loads: readonly PlannedLoad[]): Promise<number[]> {
    const now = this.options.clock();
    await this.#endDeadRuns(now);
    try {
      return await this.options.db.transaction().execute(async (trx) => {
        await refuseOverlap(trx, loads);
        const ids: number[] = [];
        for (const load of loads) ids.push(await this.#enter(trx, load, now));
        return ids;
      });
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'loads_running') throw error;
      throw overtaken();
    }
  }

  async #enter(trx: Transaction<Tables>, load: PlannedLoad, now: Date): Promise<number> {
    const { account_token } = await trx
      .selectFrom('integrations')
      .select('account_token')
      .where('token', '=', load.integrationToken)
      .executeTakeFirstOrThrow();
    const { load_id } = await trx
      .insertInto('loads')
      .values({
        account_token,
        integration_token: load.integrationToken,
        partition: load.partition,
        format: load.format,
        fingerprint: load.fingerprint,
        payers: [...load.payers],
        source_version: load.sourceVersion ?? null,
        status: 'running',
        runner: this.options.runner,
        seen_at: now,
        started_at: now,
      })
      .returning('load_id')
      .executeTakeFirstOrThrow();
    return load_id;
  }

  /** Says that the runs of this process are alive; a long import would otherwise count as dead. */
  async beat(): Promise<void> {
    await this.options.db
      .updateTable('loads')
      .set({ seen_at: this.options.clock() })
      .where('runner', '=', this.options.runner)
      .where('status', '=', 'running')
      .execute();
  }

  async activate(loads: readonly FinishedLoad[], supersedes: readonly number[]): Promise<void> {
    const now = this.options.clock();
    await this.options.db
      .transaction()
      .execute(async (trx) => {
        await trx
          .updateTable('loads')
          .set({ status: 'superseded', superseded_at: now })
          .where('load_id', '=', sql<number>`any(${[...supersedes]}::int[])`)
          .execute();
        for (const load of loads) await this.#close(trx, load, now);
        await this.alongside?.(trx, loads);
      })
      .catch((error: unknown) => {
        throw (error as { constraint?: string }).constraint === 'loads_active'
          ? overtaken()
          : error;
      });
  }

  async #close(trx: Transaction<Tables>, load: FinishedLoad, now: Date): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('loads')
      .set({
        status: 'active',
        rows_read: load.rowsRead,
        rows_rejected: load.rowsRejected,
        rows_repeated: load.rowsRepeated,
        lines: load.lines,
        totals: JSON.stringify(load.totals),
        months: JSON.stringify(load.months),
        first_date: load.firstDate,
        last_date: load.lastDate,
        estimated: load.estimated,
        warnings: JSON.stringify(load.warnings),
        finished_at: now,
      })
      .where('load_id', '=', load.loadId)
      .where('status', '=', 'running')
      .executeTakeFirst();
    // Its integration was deleted, or the run was taken for dead, while it ran.
    if (numUpdatedRows === 0n) throw new ImportError('The import was called off while it ran.');
  }

  async fail(loadIds: readonly number[], reason: string): Promise<void> {
    await this.options.db
      .updateTable('loads')
      .set({ status: 'failed', reason, finished_at: this.options.clock() })
      .where('load_id', '=', sql<number>`any(${[...loadIds]}::int[])`)
      .where('status', '=', 'running')
      .execute();
  }

  async abandoned(): Promise<number[]> {
    await this.#endDeadRuns(this.options.clock());
    const { rows } = await sql<{ load_id: number }>`
      select load_id from loads where status = 'failed'
        or (status in ('active', 'superseded')
          and not exists (select 1 from integrations where token = integration_token))`.execute(
      this.options.db,
    );
    return rows.map((row) => row.load_id);
  }

  async #endDeadRuns(now: Date): Promise<void> {
    const { runner, alone, db } = this.options;
    await sql`
      update loads set status = 'failed', reason = 'The import was interrupted.', finished_at = ${now}
      where status = 'running' and runner <> ${runner}
        and (${alone} or seen_at < ${addSeconds(now, -silentSeconds)})`.execute(db);
  }

  async supersededBefore(moment: Date): Promise<number[]> {
    const rows = await this.options.db
      .selectFrom('loads')
      .select('load_id')
      .where('status', '=', 'superseded')
      .where('superseded_at', '<', moment)
      .execute();
    return rows.map((row) => row.load_id);
  }

  async dropped(loadIds: readonly number[]): Promise<void> {
    await this.options.db
      .updateTable('loads')
      .set({ status: 'dropped' })
      .where('load_id', '=', sql<number>`any(${[...loadIds]}::int[])`)
      .execute();
  }
}

function overtaken(): ImportError {
  return new ImportError(
    'Another import of the same period is under way; try again when it is done.',
  );
}

/**
 * The same provider, payer and month from two integrations, or from two reports of one, would be
 * counted twice. The account is locked, so that of two imports that begin at once one sees the other.
 */
async function refuseOverlap(
  trx: Transaction<Tables>,
  loads: readonly PlannedLoad[],
): Promise<void> {
  const payers = [...new Set(loads.flatMap((load) => load.payers))];
  const [first] = loads;
  if (!first || payers.length === 0) return;
  const { integrationToken: integration, family } = first;
  const { account_token, settings } = await trx
    .selectFrom('integrations')
    .select(['account_token', 'settings'])
    .where('token', '=', integration)
    .executeTakeFirstOrThrow();
  if (settings['allow_overlap'] === true) return;
  await sql`select 1 from accounts where token = ${account_token} for update`.execute(trx);
  const { rows } = await sql<{ token: string; name: string; payer: string }>`
    select i.token, i.name, (select min(p) from unnest(l.payers) p where p = any(${payers})) as payer
    from loads l join integrations i on i.token = l.integration_token
    where l.account_token = ${account_token}
      and (l.integration_token <> ${integration} or not starts_with(l.partition, ${family}))
      and l.status in ('active', 'running') and l.payers && ${payers}::text[]
    order by l.load_id limit 1`.execute(trx);
  const [other] = rows;
  if (!other) return;
  const [provider, month, ...payer] = other.payer.split(' ');
  const by =
    other.token === integration
      ? 'another report of this integration already; delete the integration first'
      : `the integration ${other.name} (${other.token}) already; delete that one`;
  throw new ImportError(
    `The ${provider} costs of ${payer.join(' ')} for ${month} come from ${by}, or allow this integration to overlap.`,
  );
}
