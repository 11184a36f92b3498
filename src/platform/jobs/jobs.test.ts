import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newDatabase, serverUrl } from '../../../test/database-server.js';
import { setTime } from '../../../test/clock.js';
import { newAccount, testApp } from '../../../test/harness.js';
import type { Services } from '../kernel/services.js';
import type { Clock } from '../lib/time.js';
import { openDatabase } from '../store/database.js';
import { migrateDatabase } from '../store/migrate-database.js';
import { type Job, job } from './job.js';
import { measureQueues } from './job-metrics.js';
import { JobRunner } from './job-runner.js';

test('a duplicate job name is an error at startup', async () => {
  const { services, clock } = await testApp();
  const duplicate = job({ name: 'duplicate', summary: '', retries: 0, run: async () => '' });
  expect(() => new JobRunner([duplicate, duplicate], services, clock)).toThrow(
    'Duplicate job name: duplicate',
  );
});

test('audit entries are removed after two years, and running again changes nothing', async () => {
  const account = await newAccount();
  setTime('2024-01-31T00:00:00Z');
  await account.as.post('/v2/teams', { name: 'Old' });
  setTime('2026-03-10T09:00:00Z');
  await account.as.post('/v2/teams', { name: 'New' });
  await account.app.jobs.run('audit-retention');
  await account.app.jobs.run('audit-retention');
  const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
  expect(audit_logs.map((entry: { object_title: string }) => entry.object_title)).toEqual(['New']);
});

test('expired sessions and credentials are removed, valid ones stay', async () => {
  const account = await newAccount();
  await account.as.post('/console/credentials', {
    description: 'expired',
    scopes: ['read'],
    expires_at: '2026-01-01T00:00:00Z',
  });
  await account.app.jobs.run('credential-clean-up');
  const { credentials } = (await account.as.get('/console/credentials')).body;
  expect(credentials.map((each: { description: string }) => each.description)).toEqual([
    'First token of the owner',
  ]);
});

describe('queues', () => {
  // Not the shared database: a worker removes the queues of jobs that it does not know.
  let services: Services;
  let clock: Clock;
  beforeAll(async () => {
    const app = await testApp();
    ({ clock } = app);
    const folder = mkdtempSync(join(tmpdir(), 'farthing-test-'));
    const databaseUrl = serverUrl && (await newDatabase(serverUrl));
    services = { ...app.services, ...(await openDatabase({ databaseUrl, folder })) };
    await migrateDatabase(services.db);
  });
  afterAll(() => services.db.destroy());

  const hour = 3_600;

  test('queued jobs run, report failures and are retried; unknown names are rejected', async () => {
    const attempts: number[] = [];
    const finalFailures: unknown[] = [];
    const failing = job({
      name: 'failing',
      summary: 'Always fails',
      retries: 0,
      payload: z.object({ of: z.string() }),
      run: async () => {
        throw new Error('never');
      },
      onFinalFailure: async ({ of }) => void finalFailures.push(of),
    });
    const flaky = job({
      name: 'flaky',
      summary: 'Fails once',
      retries: 2,
      run: async () => {
        attempts.push(attempts.length);
        if (attempts.length === 1) throw new Error('not yet');
        return 'done';
      },
      onFinalFailure: async () => void finalFailures.push('flaky'),
    });
    const runner = new JobRunner([flaky, failing], services, clock);
    await runner.start({ isWorker: true });
    await runner.enqueue('flaky');
    await services.db
      .transaction()
      .execute((db) => runner.enqueue('failing', { of: 'committed' }, db));
    const rolledBack = services.db.transaction().execute(async (db) => {
      await runner.enqueue('failing', { of: 'rolled back' }, db);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const isDone = () => attempts.length === 2 && finalFailures.length > 0;
    await vi.waitUntil(isDone, { timeout: 120_000, interval: 100 });
    expect(finalFailures).toEqual(['committed']);
    await runner.stop();
    await expect(runner.run('unknown')).rejects.toThrow('Unknown job: unknown');
  });

  test('the same job waits once, and is queued again once it has begun', async () => {
    const seen: number[] = [];
    let written = 0;
    let begun = () => {};
    let end = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const counting = job({
      name: 'counting',
      summary: 'Sees what was written before it',
      retries: 0,
      payload: z.object({ of: z.string() }),
      run: async ({ of }) => {
        if (of === 'other') return 'seen';
        seen.push(written);
        begun();
        await mayEnd;
        return 'seen';
      },
    });
    const sender = new JobRunner([counting], services, clock);
    await sender.start({ isWorker: false });
    const write = () =>
      services.db.transaction().execute(async (db) => {
        written += 1;
        await sender.enqueue('counting', { of: 'this' }, db);
      });
    for (let time = 0; time < 3; time++) await write();
    await sender.enqueue('counting', { of: 'other' });
    const queued = await measureQueues.read(services);
    expect(queued.find(({ labels }) => labels['job'] === 'counting')?.value).toBe(2);
    const worker = new JobRunner([counting], services, clock);
    await worker.start({ isWorker: true });
    await isBegun;
    await write();
    end();
    await vi.waitUntil(() => seen.length === 2, { timeout: 120_000, interval: 20 });
    expect(seen).toEqual([3, 4]);
    await worker.stop();
    await sender.stop();
  });

  test('jobs start when they are queued, all of them, however seldom the queue is polled', async () => {
    const done: number[] = [];
    const counted = job({
      name: 'counted',
      summary: 'Counts',
      retries: 0,
      payload: z.object({ number: z.int() }),
      run: async ({ number }) => String(done.push(number)),
    });
    const worker = new JobRunner([counted], services, clock, { pollSeconds: hour });
    await worker.start({ isWorker: true });
    // Another process queues them: it knows of the worker only through the database.
    const sender = new JobRunner([counted], services, clock);
    await sender.start({ isWorker: false });
    await services.db.transaction().execute(async (db) => {
      for (const number of [1, 2, 3]) await sender.enqueue('counted', { number }, db);
    });
    await vi.waitUntil(() => done.length === 3, { timeout: 120_000, interval: 20 });
    await sender.enqueue('counted', { number: 4 });
    await vi.waitUntil(() => done.length === 4, { timeout: 120_000, interval: 20 });
    expect(new Set(done)).toEqual(new Set([1, 2, 3, 4]));
    await Promise.all([sender.stop(), worker.stop()]);
  });

  test('queues and schedules that no job has any more are removed; changed settings are applied', async () => {
    const declaration = { summary: '', run: async () => '' };
    const start = async (...jobs: Parameters<typeof job>[0][]) => {
      const runner = new JobRunner(jobs.map(job), services, clock, { pollSeconds: hour });
      await runner.start({ isWorker: true });
      return runner;
    };
    const stored = async () => {
      const { rows } = await sql<Record<string, unknown>>`
        select q.name, retry_limit, expire_seconds, cron
        from pgboss.queue q left join pgboss.schedule s on s.name = q.name
        where q.name not like '\_\_pgboss%' order by q.name`.execute(services.db);
      return rows;
    };
    const before = await start(
      { ...declaration, name: 'changed', retries: 1, cron: '1 * * * *', expireHours: 2 },
      { ...declaration, name: 'removed', retries: 1, cron: '2 * * * *' },
      { ...declaration, name: 'unscheduled', retries: 1, cron: '3 * * * *' },
    );
    await before.stop();
    await before.enqueue('removed');
    const after = await start(
      { ...declaration, name: 'changed', retries: 5, cron: '9 * * * *' },
      { ...declaration, name: 'unscheduled', retries: 1 },
    );
    await after.stop();
    expect(await stored()).toEqual([
      { name: 'changed', retry_limit: 7, expire_seconds: 900, cron: '9 * * * *' },
      { name: 'unscheduled', retry_limit: 3, expire_seconds: 900, cron: null },
    ]);
  });

  /** The state in which a process that dies leaves a job, after the time of the job is over. */
  const die = () =>
    sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
      where name = 'deadly' and state = 'active'`.execute(services.db);

  test('a job that was running when the process died twice is set aside with its reason', async () => {
    const started: string[] = [];
    const finalFailures: unknown[] = [];
    const hang = (name: string): Job =>
      job({
        name: 'deadly',
        summary: 'Ends the process',
        retries: 0,
        payload: z.object({ of: z.string() }),
        run: () => new Promise<string>(() => started.push(name)),
        onFinalFailure: async ({ of }) => void finalFailures.push(of),
      });
    const begin = async (name: string) => {
      const runner = new JobRunner([hang(name)], services, clock, {
        pollSeconds: 1,
        stopSeconds: 1,
      });
      await runner.start({ isWorker: true });
      return runner;
    };
    const first = await begin('first');
    await first.enqueue('deadly', { of: 'all' });
    await vi.waitUntil(() => started.length === 1, { timeout: 120_000, interval: 20 });
    await die();
    const second = await begin('second');
    await vi.waitUntil(() => started.length === 2, { timeout: 120_000, interval: 20 });
    await die();
    const third = await begin('third');
    await vi.waitUntil(() => finalFailures.length > 0, { timeout: 120_000, interval: 20 });
    expect(started).toHaveLength(2);
    expect(finalFailures).toEqual(['all']);
    const { rows } = await sql`
      select state, output from pgboss.job where name = 'deadly'`.execute(services.db);
    expect(rows).toEqual([
      {
        state: 'failed',
        output: { message: 'The server ended 2 times while this job was running.' },
      },
    ]);
    expect(await services.db.selectFrom('job_deaths').selectAll().execute()).toEqual([]);
    await Promise.all([first, second, third].map((runner) => runner.stop()));
  });

  test('a server that is stopped while a job is running does not count as dead', async () => {
    let starts = 0;
    const slow = job({
      name: 'slow',
      summary: 'Never ends',
      retries: 5,
      run: () => new Promise<string>(() => (starts += 1)),
    });
    const runner = new JobRunner([slow], services, clock, { stopSeconds: 1 });
    await runner.start({ isWorker: true });
    await runner.enqueue('slow');
    await vi.waitUntil(() => starts === 1, { timeout: 120_000, interval: 20 });
    expect(await services.db.selectFrom('job_deaths').select('deaths').execute()).toEqual([
      { deaths: 1 },
    ]);
    await runner.stop();
    expect(await services.db.selectFrom('job_deaths').selectAll().execute()).toEqual([]);
  });
});
