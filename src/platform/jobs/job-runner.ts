import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';
import { isStoreOutage } from '../store/database.js';
import { inSpan } from '../telemetry/tracing.js';
import { runScript } from '../store/run-script.js';
import type { Db } from '../store/tables.js';
import { beginAttempt, endAttempt, forgetDeaths, maxDeaths, recordReason } from './job-deaths.js';
import type { Job } from './job.js';
import { jobRuns, jobSeconds } from './job-metrics.js';

/** A notification on this channel names the queue that has a new job. */
const jobsChannel = 'farthing_jobs';

/** Queues of the queue library itself. */
const internalPrefix = '__pgboss__';

const defaultExpireHours = 0.25;

type QueuedJob = PgBoss.JobWithMetadata<unknown>;

/**
 * Queues, schedules and runs jobs; queues are stored in the database of the service. Workers are
 * notified of a queued job. They poll only for what is due later, schedules and retries, and in case
 * a notification is lost.
 */
export class JobRunner {
  readonly #jobs: Map<string, Job>;
  readonly #services: Services;
  readonly #clock: Clock;
  readonly #pollSeconds: number;
  readonly #stopSeconds: number;
  #boss: PgBoss | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  readonly #statements = new Set<Promise<unknown>>();
  /** The queued jobs that this process is running, by id. */
  readonly #running = new Set<string>();
  /** The queued job that the current code runs for. */
  readonly #currentJob = new AsyncLocalStorage<string>();
  #isStopped = false;

  constructor(
    jobs: readonly Job[],
    services: Services,
    clock: Clock,
    { pollSeconds = 10, stopSeconds = 10 } = {},
  ) {
    const names = jobs.map((job) => job.name);
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate) throw new Error(`Duplicate job name: ${duplicate}`);
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#services = services;
    this.#clock = clock;
    this.#pollSeconds = pollSeconds;
    this.#stopSeconds = stopSeconds;
  }

  get jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Opens the queues; only workers also run jobs from them. */
  async start({ isWorker }: { isWorker: boolean }): Promise<void> {
    const { log } = this.#services;
    this.#isStopped = false;
    const boss = new PgBoss({
      db: { executeSql: (text, values) => this.#execute(text, values) },
      supervise: isWorker,
      schedule: isWorker,
    });
    boss.on('error', (error) => log.warn({ err: error }, 'job queue error'));
    await boss.start();
    this.#boss = boss;
    const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
    const queueByName = new Map(queues.map((queue) => [queue.name, queue]));
    for (const job of this.#jobs.values()) await saveQueue(boss, job, queueByName.get(job.name));
    if (!isWorker) return;
    await this.#updateSchedules(boss, schedules);
    for (const { name } of queues) await this.#removeUnknownQueue(boss, name);
    if (!this.#services.config.databaseUrl) await this.#releaseJobs(boss);
    const workers = new Map<string, string>();
    for (const job of this.#jobs.values()) await this.#work(boss, job, workers);
    this.#stopListening = await this.#services.listen(jobsChannel, (name) => {
      boss.notifyWorker(workers.get(name) ?? '');
    });
  }

  /**
   * Runs a statement of the queue library, which does not wait for its own maintenance when it stops. The
   * database is closed after that, so statements are counted, and none begins any more.
   */
  #execute(text: string, values?: unknown[]): ReturnType<typeof runScript> {
    if (this.#isStopped) return new Promise(() => undefined);
    const statement = runScript(this.#services.db, text, values);
    this.#statements.add(statement);
    const forget = () => this.#statements.delete(statement);
    statement.then(forget, forget);
    return statement;
  }

  async #work(boss: PgBoss, job: Job, workers: Map<string, string>): Promise<void> {
    const options = { pollingIntervalSeconds: this.#pollSeconds, includeMetadata: true } as const;
    const worker = await boss.work(job.name, options, async (batch) => {
      // There may be more: fetches again right after this job, not when the queue is polled next.
      boss.notifyWorker(worker);
      for (const queued of batch) await this.#attempt(job, queued);
    });
    workers.set(job.name, worker);
  }

  /** Runs a queued job, unless the process has died of it too often. */
  async #attempt(job: Job, queued: QueuedJob): Promise<void> {
    const { id, data, retryCount, retryLimit } = queued;
    const { db } = this.#services;
    const { deaths, reason } = await beginAttempt(db, id);
    if (deaths >= maxDeaths) return this.#setAside(job, queued, reason);
    const isLastAttempt = retryCount >= Math.min(retryLimit, job.retries + deaths);
    this.#running.add(id);
    try {
      await this.#currentJob.run(id, () => this.run(job.name, data, { isLastAttempt }));
    } catch (error) {
      // The queue itself allows for attempts that ended with the process.
      if (isLastAttempt) await this.#failForGood(queued, String(error));
      else await endAttempt(db, id);
      throw error;
    } finally {
      this.#running.delete(id);
    }
    await forgetDeaths(db, id);
  }

  /** Ends a job that was running each time the process died: another attempt could end it again. */
  async #setAside(job: Job, queued: QueuedJob, lastError: string | null): Promise<void> {
    const services = this.#services;
    const known = lastError === null ? '' : ` Last error: ${lastError}`;
    const reason = `The server ended ${maxDeaths} times while this job was running.${known}`;
    services.log.error(
      { job: job.name, id: queued.id, payload: queued.data },
      `set aside: ${reason}`,
    );
    await this.#failForGood(queued, reason);
    const input = job.payload?.safeParse(queued.data).data ?? {};
    await job.onFinalFailure?.(input, { services, clock: this.#clock });
  }

  async #failForGood({ id, name }: QueuedJob, reason: string): Promise<void> {
    const { db } = this.#services;
    const output = JSON.stringify({ message: reason });
    await sql`
      update pgboss.job set state = 'failed', completed_on = now(), output = ${output}::jsonb
      where name = ${name} and id = ${id}`.execute(db);
    await forgetDeaths(db, id);
  }

  /**
   * The embedded database belongs to this process, so a job that counts as running was left by one that
   * died. It is retried now, not when its time is over.
   */
  async #releaseJobs(boss: PgBoss): Promise<void> {
    const { rows } = await sql<{ name: string; id: string }>`
      select name, id from pgboss.job where state = 'active'`.execute(this.#services.db);
    for (const { name, id } of rows) {
      await boss.fail(name, id, { message: 'The server ended while this job was running.' });
    }
  }

  /**
   * Records an error that ends the process against the job whose code threw it. Must
   * be called by the handler of the error: its context tells which job that is.
   */
  async recordFatalError(error: Error): Promise<void> {
    const id = this.#currentJob.getStore();
    if (id === undefined) return;
    // Not ended by `stop`, so that it counts.
    this.#running.delete(id);
    await recordReason(this.#services.db, id, error.message);
  }

  /** Stores the schedules of all jobs; one that no job has any more would fail silently forever. */
  async #updateSchedules(boss: PgBoss, stored: readonly PgBoss.Schedule[]): Promise<void> {
    const crons = new Map(stored.map(({ name, cron }) => [name, cron]));
    for (const { name, cron } of this.#jobs.values()) {
      if (cron && cron !== crons.get(name)) await boss.schedule(name, cron, {}, { tz: 'UTC' });
    }
    for (const name of crons.keys()) {
      if (this.#jobs.get(name)?.cron) continue;
      this.#services.log.warn({ job: name }, 'removing a schedule that this release does not have');
      await boss.unschedule(name);
    }
  }

  /** Another release may have left a queue whose jobs this one cannot run. */
  async #removeUnknownQueue(boss: PgBoss, name: string): Promise<void> {
    if (this.#jobs.has(name) || name.startsWith(internalPrefix)) return;
    const { db, log } = this.#services;
    const jobs = await boss.getQueueSize(name);
    log.warn({ job: name, jobs }, 'removing a queue that this release does not have');
    // A queue can only be deleted when it has no jobs, and its own functions leave finished ones.
    await sql`delete from pgboss.job where name = ${name}`.execute(db);
    await boss.deleteQueue(name);
  }

  /**
   * Queues a job, inside a transaction if its handle is given, unless the same one is already waiting. Does
   * nothing before `start`.
   */
  async enqueue(name: string, payload: object = {}, db = this.#services.db): Promise<void> {
    this.#find(name);
    const executeSql = (text: string, values: unknown[] = []) =>
      db.executeQuery(CompiledQuery.raw(text, values));
    if (this.#boss && !(await holdWaitingJob(db, name, payload)))
      await this.#boss.send(name, payload, { db: { executeSql } });
    // Sent when the transaction commits, to the workers of all processes.
    await executeSql('select pg_notify($1, $2)', [jobsChannel, name]);
  }

  /** Runs a job immediately in this process; unless stated otherwise, this is its only attempt. */
  async run(name: string, payload: unknown = {}, { isLastAttempt = true } = {}): Promise<string> {
    const job = this.#find(name);
    const { log, metrics, tracing } = this.#services;
    const id = this.#currentJob.getStore() ?? randomUUID();
    const ctx = { services: this.#services, clock: this.#clock };
    const started = performance.now();
    let input: unknown = {};
    try {
      const attributes = { 'farthing.job.name': name, 'farthing.job.run_id': id };
      const result = await inSpan(tracing, { name: `job ${name}`, attributes }, async () => {
        if (job.payload) input = job.payload.parse(payload);
        return job.run(input, ctx);
      });
      log.info({ job: name, id, ms: Math.round(performance.now() - started) }, result);
      metrics?.add(jobRuns, { job: name, status: 'done' });
      return result;
    } catch (error) {
      const level = isStoreOutage(error) ? 'warn' : 'error';
      log[level]({ job: name, id, err: error }, 'job failed');
      metrics?.add(jobRuns, { job: name, status: 'failed' });
      if (isLastAttempt) await job.onFinalFailure?.(input, ctx);
      throw error;
    } finally {
      metrics?.observe(jobSeconds, { job: name }, (performance.now() - started) / 1000);
    }
  }

  #find(name: string): Job {
    const job = this.#jobs.get(name);
    if (!job) throw new Error(`Unknown job: ${name}`);
    return job;
  }

  /** Waits for running jobs for a few seconds, then stops. */
  async stop(): Promise<void> {
    await this.#stopListening?.();
    const timeout = this.#stopSeconds * 1000;
    await this.#boss?.stop({ graceful: true, wait: true, timeout, close: false });
    // The queue retries what was still running; the server was not ended by that.
    for (const id of this.#running) await endAttempt(this.#services.db, id);
    this.#isStopped = true;
    await Promise.allSettled(this.#statements);
  }
}

/**
 * Whether the same job is waiting. Workers skip it until the transaction ends, so it sees what was written
 * there.
 */
async function holdWaitingJob(db: Db, name: string, payload: object): Promise<boolean> {
  const { rows } = await sql`
    select id from pgboss.job
    where name = ${name} and state = 'created' and data = ${JSON.stringify(payload)}::jsonb
    limit 1 for update skip locked`.execute(db);
  return rows.length > 0;
}

/** Creates the queues of jobs in a database that no worker uses yet. */
export async function createQueues(db: Db, jobs: readonly Job[]): Promise<void> {
  const executeSql = (text: string, values?: unknown[]) => runScript(db, text, values);
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
  await boss.start();
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) await saveQueue(boss, job, stored.get(job.name));
  await boss.stop({ graceful: false, wait: true, close: false });
}

/** Creates the queue of a job, or applies changed settings; an unchanged queue takes no write at startup. */
async function saveQueue(
  boss: PgBoss,
  { name, retries, expireHours = defaultExpireHours }: Job,
  stored: PgBoss.Queue | undefined,
): Promise<void> {
  const expireInSeconds = expireHours * 3_600;
  // Attempts that end with the process are not failures of the job; the runner counts both.
  const retryLimit = retries + maxDeaths;
  const queue = { name, retryLimit, retryBackoff: true, expireInSeconds };
  if (!stored) return boss.createQueue(name, queue);
  const isUnchanged =
    stored.retryLimit === retryLimit &&
    stored.retryBackoff &&
    stored.expireInSeconds === expireInSeconds;
  if (!isUnchanged) await boss.updateQueue(name, queue);
}
