import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import { addSeconds, type Clock } from '../../../platform/lib/time.js';
import { isStoreOutage } from '../../../platform/store/database.js';
import type { Tables } from '../../../platform/store/tables.js';
import { ImportError } from './import-error.js';
import type { ActiveLoad, FinishedLoad, LoadStore, PlannedLoad, StatedRate } from './load-store.js';

export interface LoadStoreOptions {
  db: Kysely<Tables>;
  clock: Clock;
  /** Identifies this process among those that share the database. */
  runner: string;
  /** No other process can be importing, so any load still running under another runner is dead. */
  singleProcess: boolean;
}

/** Further writes in the transaction that activates the loads of a run. */
export type OnActivate = (
  trx: Transaction<Tables>,
  loads: readonly FinishedLoad[],
) => Promise<void>;

/** A run without a heartbeat for this long is considered dead. */
const heartbeatTimeoutSeconds = 15 * 60;

/** The load store in PostgreSQL. Partial unique indexes allow one active and one running load per partition. */
export class DatabaseLoadStore implements LoadStore {
  constructor(
    readonly options: LoadStoreOptions,
    private readonly onActivate?: OnActivate,
    /** Loads of this process that have failed while the database could not record it. */
    readonly unrecordedFailures = new Set<number>(),
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

  async activeLoads(
    integrationToken: string,
    partitions: readonly string[],
  ): Promise<ActiveLoad[]> {
    return this.#activeLoads(integrationToken, sql<boolean>`partition = any(${[...partitions]})`);
  }

  async activeLoadsOfMonth(
    integrationToken: string,
    partitionPrefix: string,
    month: string,
  ): Promise<ActiveLoad[]> {
    return this.#activeLoads(
      integrationToken,
      sql<boolean>`starts_with(partition, ${partitionPrefix}) and right(partition, 10) = ${month}`,
    );
  }

  async #activeLoads(
    integrationToken: string,
    condition: RawBuilder<boolean>,
  ): Promise<ActiveLoad[]> {
    const rows = await this.options.db
      .selectFrom('loads')
      .select(['load_id', 'partition', 'source_version', 'lines'])
      .where('integration_token', '=', integrationToken)
      .where('managed_account_token', 'is', null)
      .where(condition)
      .where('status', '=', 'active')
      .execute();
    return rows.map((row) => ({
      loadId: row.load_id,
      partition: row.partition,
      sourceVersion: row.source_version ?? undefined,
      lines: row.lines,
    }));
  }

  async begin(loads: readonly PlannedLoad[]): Promise<number[]> {
    const now = this.options.clock();
    await this.#failDeadRuns(now);
    try {
      return await this.options.db.transaction().execute(async (trx) => {
        await requireNoOverlap(trx, loads);
        const ids: number[] = [];
        for (const load of loads) ids.push(await this.#insert(trx, load, now));
        return ids;
      });
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'loads_running') throw error;
      throw conflictError();
    }
  }

  async #insert(trx: Transaction<Tables>, load: PlannedLoad, now: Date): Promise<number> {
    const { rebilled } = load;
    const { load_id } = await trx
      .insertInto('loads')
      .values({
        account_token: rebilled?.managedAccount ?? (await accountOf(trx, load.integrationToken)),
        managed_account_token: rebilled?.managedAccount ?? null,
        rebilled_from: rebilled?.from ?? null,
        billing_rule_tokens: [...(rebilled?.ruleTokens ?? [])],
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

  /** Keeps the running loads of this process alive; a long import would otherwise count as dead. */
  async heartbeat(): Promise<void> {
    await this.options.db
      .updateTable('loads')
      .set({ seen_at: this.options.clock() })
      .where('runner', '=', this.options.runner)
      .where('status', '=', 'running')
      .execute();
  }

  async activate(
    loads: readonly FinishedLoad[],
    supersedes: readonly number[],
    exchangeRates: readonly StatedRate[],
  ): Promise<void> {
    const now = this.options.clock();
    await this.options.db
      .transaction()
      .execute(async (trx) => {
        await trx
          .updateTable('loads')
          .set({ status: 'superseded', superseded_at: now })
          .where('load_id', '=', sql<number>`any(${[...supersedes]}::int[])`)
          .execute();
        for (const load of loads) await this.#finish(trx, load, now);
        await addStatedRates(trx, loads, exchangeRates, now);
        await this.onActivate?.(trx, loads);
      })
      .catch((error: unknown) => {
        throw (error as { constraint?: string }).constraint === 'loads_active'
          ? conflictError()
          : error;
      });
  }

  async #finish(trx: Transaction<Tables>, load: FinishedLoad, now: Date): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('loads')
      .set({
        status: 'active',
        rows_read: load.rowsRead,
        rows_stored: load.rowsStored,
        rejected_totals: JSON.stringify(load.rejectedTotals),
        rows_rejected: load.rowsRejected,
        rows_repeated: load.rowsRepeated,
        lines: load.lines,
        totals: JSON.stringify(load.totals),
        months: JSON.stringify(load.months),
        first_date: load.firstDate,
        last_date: load.lastDate,
        estimated: load.estimated,
        warnings: JSON.stringify(load.warnings),
        left_out_tag_keys: load.leftOutTagKeys,
        finished_at: now,
      })
      .where('load_id', '=', load.loadId)
      .where('status', '=', 'running')
      .executeTakeFirst();
    // The integration was deleted, or the run was considered dead, while it was running.
    if (numUpdatedRows === 0n) throw new ImportError('Import cancelled while it was running.');
  }

  async markFailed(loadIds: readonly number[], reason: string): Promise<void> {
    try {
      await this.options.db
        .updateTable('loads')
        .set({ status: 'failed', reason, finished_at: this.options.clock() })
        .where('load_id', '=', sql<number>`any(${[...loadIds]}::int[])`)
        .where('status', '=', 'running')
        .execute();
    } catch (error) {
      if (!isStoreOutage(error)) throw error;
      for (const id of loadIds) this.unrecordedFailures.add(id);
    }
  }

  async abandonedLoads(): Promise<number[]> {
    await this.#failDeadRuns(this.options.clock());
    const { rows } = await sql<{ load_id: number }>`
      select load_id from loads where status = 'failed'
        or (status in ('active', 'superseded') and case
          when managed_account_token is not null
            and not exists (select 1 from managed_accounts where token = managed_account_token) then true
          -- Rows that rules add belong to no integration.
          when managed_account_token is not null and rebilled_from is null then false
          else not exists (select 1 from integrations where token = integration_token) end)`.execute(
      this.options.db,
    );
    return rows.map((row) => row.load_id);
  }

  async #failDeadRuns(now: Date): Promise<void> {
    const { runner, singleProcess, db } = this.options;
    const unrecorded = [...this.unrecordedFailures];
    await sql`
      update loads set status = 'failed', reason = 'The import was interrupted.', finished_at = ${now}
      where status = 'running' and (load_id = any(${unrecorded}::int[]) or runner <> ${runner}
        and (${singleProcess} or seen_at < ${addSeconds(now, -heartbeatTimeoutSeconds)}))`.execute(
      db,
    );
    for (const id of unrecorded) this.unrecordedFailures.delete(id);
  }

  async supersededBefore(time: Date): Promise<number[]> {
    const rows = await this.options.db
      .selectFrom('loads')
      .select('load_id')
      .where('status', '=', 'superseded')
      .where('superseded_at', '<', time)
      .execute();
    return rows.map((row) => row.load_id);
  }

  async markDropped(loadIds: readonly number[]): Promise<void> {
    await this.options.db
      .updateTable('loads')
      .set({ status: 'dropped' })
      .where('load_id', '=', sql<number>`any(${[...loadIds]}::int[])`)
      .execute();
  }
}

async function accountOf(trx: Transaction<Tables>, integration: string): Promise<string> {
  const { account_token } = await trx
    .selectFrom('integrations')
    .select('account_token')
    .where('token', '=', integration)
    .executeTakeFirstOrThrow();
  return account_token;
}

const ratesPerStatement = 1_000;

/** Adds the exchange rates that a bill states for days without a rate. */
async function addStatedRates(
  trx: Transaction<Tables>,
  [load]: readonly FinishedLoad[],
  exchangeRates: readonly StatedRate[],
  now: Date,
): Promise<void> {
  if (load === undefined || exchangeRates.length === 0) return;
  const { account_token } = await trx
    .selectFrom('loads')
    .select('account_token')
    .where('load_id', '=', load.loadId)
    .executeTakeFirstOrThrow();
  const rows = exchangeRates.map(({ date, currency, rate }) => ({
    account_token,
    base_currency_code: 'USD',
    currency_code: currency,
    effective_date: date,
    rate,
    updated_at: now,
  }));
  for (let start = 0; start < rows.length; start += ratesPerStatement) {
    await trx
      .insertInto('exchange_rates')
      .values(rows.slice(start, start + ratesPerStatement))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function conflictError(): ImportError {
  return new ImportError(
    'Another import of the same period is in progress; try again when it has finished.',
  );
}

/**
 * Costs of the same provider, payer and month from two integrations, or from two reports of one,
 * would be counted twice. The account row is locked so that of two concurrent imports one sees the
 * loads of the other.
 */
async function requireNoOverlap(
  trx: Transaction<Tables>,
  loads: readonly PlannedLoad[],
): Promise<void> {
  const payers = [...new Set(loads.flatMap((load) => load.payers))];
  const [first] = loads;
  if (!first || payers.length === 0) return;
  const { integrationToken, partitionPrefix } = first;
  const { account_token, settings } = await trx
    .selectFrom('integrations')
    .select(['account_token', 'settings'])
    .where('token', '=', integrationToken)
    .executeTakeFirstOrThrow();
  if (settings['allow_overlap'] === true) return;
  await sql`select 1 from accounts where token = ${account_token} for update`.execute(trx);
  const { rows } = await sql<{ token: string; name: string; payer: string }>`
    select i.token, i.name, (select min(p) from unnest(l.payers) p where p = any(${payers})) as payer
    from loads l join integrations i on i.token = l.integration_token
    where l.account_token = ${account_token}
      and (l.integration_token <> ${integrationToken} or not starts_with(l.partition, ${partitionPrefix}))
      and l.status in ('active', 'running') and l.payers && ${payers}::text[]
    order by l.load_id limit 1`.execute(trx);
  const [other] = rows;
  if (!other) return;
  const [provider, month, ...payer] = other.payer.split(' ');
  const importedBy =
    other.token === integrationToken
      ? 'from another report of this integration; delete the integration, or allow it to overlap'
      : `by the integration ${other.name} (${other.token}); delete that integration, or allow this one to overlap`;
  throw new ImportError(
    `The ${provider} costs of ${payer.join(' ')} for ${month} are already imported ${importedBy}.`,
  );
}
