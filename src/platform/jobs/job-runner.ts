import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';
import { isStoreOutage } from '../store/database.js';
import { runScript } from '../store/run-script.js';
import type { Db } from '../store/tables.js';
import type { Job } from './job.js';

/** Queues, schedules and runs jobs; queues are stored in the database of the service. */
export class JobRunner {
  readonly #jobs: Map<string, Job>;
  readonly #services: Services;
  readonly #clock: Clock;
  #boss: PgBoss | undefined;

  constructor(jobs: readonly Job[], services: Services, clock: Clock) {
    const names = jobs.map((job) => job.name);
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate) throw new Error(`Duplicate job name: ${duplicate}`);
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#services = services;
    this.#clock = clock;
  }

  get jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Opens the queues; only workers also run jobs from them. */
  async start({ isWorker }: { isWorker: boolean }): Promise<void> {
    const { db, log } = this.#services;
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) => runScript(db, text, values),
      },
      supervise: isWorker,
      schedule: isWorker,
    });
    boss.on('error', (error) => log.warn({ err: error }, 'job queue error'));
    await boss.start();
    this.#boss = boss;
    // Existing queues and schedules are not written again: that would take a third of the startup time.
    const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
    const queueNames = new Set(queues.map(({ name }) => name));
    const crons = new Map(schedules.map(({ name, cron }) => [name, cron]));
    this.#requireKnown([...crons.keys()]);
    for (const job of this.#jobs.values()) {
      if (!queueNames.has(job.name)) await this.#createQueue(boss, job);
      if (isWorker) await this.#work(boss, job, crons.get(job.name));
    }
  }

  #createQueue(boss: PgBoss, job: Job): Promise<void> {
    return boss.createQueue(job.name, {
      name: job.name,
      retryLimit: job.retries,
      retryBackoff: true,
      ...(job.expireHours !== undefined && { expireInHours: job.expireHours }),
    });
  }

  async #work(boss: PgBoss, job: Job, scheduledCron: string | undefined): Promise<void> {
    if (job.cron && job.cron !== scheduledCron) {
      await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
    }
    const options = { pollingIntervalSeconds: 2, includeMetadata: true } as const;
    await boss.work(job.name, options, async (batch) => {
      for (const { data, retryCount, retryLimit } of batch) {
        await this.run(job.name, data, { isLastAttempt: retryCount >= retryLimit });
      }
    });
  }

  // A schedule without a job would fail silently forever.
  #requireKnown(scheduled: readonly string[]): void {
    const unknown = scheduled.find((name) => !this.#jobs.has(name));
    if (unknown === undefined) return;
    throw new Error(`There is a schedule for an unknown job: ${unknown}`);
  }

  /** Queues a job, inside a transaction if its handle is given. Does nothing before `start`. */
  async enqueue(name: string, payload: object = {}, db?: Db): Promise<void> {
    this.#find(name);
    const executeSql = (text: string, values: unknown[] = []) =>
      (db ?? this.#services.db).executeQuery(CompiledQuery.raw(text, values));
    await this.#boss?.send(name, payload, { db: { executeSql } });
  }

  /** Runs a job immediately in this process; unless stated otherwise, this is its only attempt. */
  async run(name: string, payload: unknown = {}, { isLastAttempt = true } = {}): Promise<string> {
    const job = this.#find(name);
    const { log } = this.#services;
    const ctx = { services: this.#services, clock: this.#clock };
    const started = performance.now();
    let input: unknown = {};
    try {
      if (job.payload) input = job.payload.parse(payload);
      const result = await job.run(input, ctx);
      log.info({ job: name, ms: Math.round(performance.now() - started) }, result);
      return result;
    } catch (error) {
      const level = isStoreOutage(error) ? 'warn' : 'error';
      log[level]({ job: name, err: error }, 'job failed');
      if (isLastAttempt) await job.onFinalFailure?.(input, ctx);
      throw error;
    }
  }

  #find(name: string): Job {
    const job = this.#jobs.get(name);
    if (!job) throw new Error(`Unknown job: ${name}`);
    return job;
  }

  /** The number of queued jobs by name. */
  async queued(): Promise<Record<string, number>> {
    const boss = this.#boss;
    if (!boss) return {};
    const sizes = [...this.#jobs.keys()].map(
      async (name) => [name, await boss.getQueueSize(name)] as const,
    );
    return Object.fromEntries(await Promise.all(sizes));
  }

  /** Waits for running jobs for a few seconds, then stops. */
  async stop(): Promise<void> {
    await this.#boss?.stop({ graceful: true, wait: true, timeout: 10_000, close: false });
  }
}
