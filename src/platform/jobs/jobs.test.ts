import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newAccount, setTime, testApp } from '../../../test/harness.js';
import { job } from './job.js';
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

test('queued jobs run, report failures and are retried; unknown names are rejected', async () => {
  const { services, clock } = await testApp();
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
  await vi.waitUntil(isDone, { timeout: 30_000, interval: 100 });
  expect(finalFailures).toEqual(['committed']);
  await runner.stop();
  await expect(runner.run('unknown')).rejects.toThrow('Unknown job: unknown');
});
