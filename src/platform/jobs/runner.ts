import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';
import { isStoreOutage } from '../store/database.js';
import { runScript } from '../store/run-script.js';
import type { Db } from '../store/tables.js';
import type { Job } from './job.js';

/** Queues and schedules over the jobs of the service, kept in its own database. */
export class JobRunner {
  readonly #jobs: Map<string, Job>;
  readonly #services: Services;
  readonly #clock: Clock;
  #boss: PgBoss | undefined;

  constructor(jobs: readonly Job[], services: Services, clock: Clock) {
    const names = jobs.map((job) => job.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`Two jobs are called ${twice}`);
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#services = services;
    this.#clock = clock;
  }

  get jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Opens the queues; only a worker also takes jobs out of them. */
  async start({ works }: { works: boolean }): Promise<void> {
    const { db, log } = this.#services;
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) => runScript(db, text, values),
      },
      supervise: works,
      schedule: works,
    });
    boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'));
    await boss.start();
    this.#boss = boss;
    // What is there already is left alone: writing it all again would be a third of a start.
    const there = await Promise.all([boss.getQueues(), boss.getSchedules()]);
    const queues = new Set(there[0].map(({ name }) => name));
    const crons = new Map(there[1].map(({ name, cron }) => [name, cron]));
    this.#refuseUnknown([...crons.keys()]);
    for (const job of this.#jobs.values()) {
      if (!queues.has(job.name)) await this.#createQueue(boss, job);
      if (works) await this.#work(boss, job, crons.get(job.name));
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

  async #work(boss: PgBoss, job: Job, knownCron: string | undefined): Promise<void> {
    if (job.cron && job.cron !== knownCron) {
      await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
    }
    const options = { pollingIntervalSeconds: 2, includeMetadata: true } as const;
    await boss.work(job.name, options, async (batch) => {
      for (const { data, retryCount, retryLimit } of batch) {
        await this.run(job.name, data, { isLastTry: retryCount >= retryLimit });
      }
    });
  }

  // A schedule that no code answers to would fail silently for ever.
  #refuseUnknown(scheduled: readonly string[]): void {
    const unknown = scheduled.find((name) => !this.#jobs.has(name));
    if (unknown === undefined) return;
    throw new Error(`The schedule names a job that does not exist: ${unknown}`);
  }

  /** Queues a job, as part of a transaction where its handle is given. Before the start nothing is queued. */
  async enqueue(name: string, payload: object = {}, db?: Db): Promise<void> {
    this.#named(name);
    const executeSql = (text: string, values: unknown[] = []) =>
      (db ?? this.#services.db).executeQuery(CompiledQuery.raw(text, values));
    await this.#boss?.send(name, payload, { db: { executeSql } });
  }

  /** Runs a job here and now, as its schedule would; by itself, that is the only try. */
  async run(name: string, payload: unknown = {}, { isLastTry = true } = {}): Promise<string> {
    const job = this.#named(name);
    const { log } = this.#services;
    const ctx = { services: this.#services, clock: this.#clock };
    const started = performance.now();
    let input: unknown = {};
    try {
      if (job.payload) input = job.payload.parse(payload);
      const done = await job.run(input, ctx);
      log.info({ job: name, ms: Math.round(performance.now() - started) }, done);
      return done;
    } catch (error) {
      const level = isStoreOutage(error) ? 'warn' : 'error';
      log[level]({ job: name, err: error }, 'a job failed');
      if (isLastTry) await job.onFinalFailure?.(input, ctx);
      throw error;
    }
  }

  #named(name: string): Job {
    const job = this.#jobs.get(name);
    if (!job) throw new Error(`There is no job called ${name}`);
    return job;
  }

  async queued(): Promise<Record<string, number>> {
    const boss = this.#boss;
    if (!boss) return {};
    const sizes = [...this.#jobs.keys()].map(
      async (name) => [name, await boss.getQueueSize(name)] as const,
    );
    return Object.fromEntries(await Promise.all(sizes));
  }

  async stop(): Promise<void> {
    await this.#boss?.stop({ graceful: true, wait: true, timeout: 10_000, close: false });
  }
}
