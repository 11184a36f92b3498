import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newAccount, setTime, testApp } from '../../test/harness.js';
import { job } from '../platform/jobs/job.js';
import { JobRunner } from '../platform/jobs/runner.js';

test('two jobs of one name stop the start', async () => {
  const { services, clock } = await testApp();
  const twin = job({ name: 'twin', summary: '', retries: 0, run: async () => '' });
  expect(() => new JobRunner([twin, twin], services, clock)).toThrow('Two jobs are called twin');
});

test('audit entries go after two years, and running again changes nothing', async () => {
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

test('ended sessions and credentials are swept, living ones stay', async () => {
  const account = await newAccount();
  await account.as.post('/console/credentials', {
    description: 'gone',
    scopes: ['read'],
    expires_at: '2026-01-01T00:00:00Z',
  });
  await account.app.jobs.run('credential-clean-up');
  const { credentials } = (await account.as.get('/console/credentials')).body;
  expect(credentials.map((each: { description: string }) => each.description)).toEqual([
    'First token of the owner',
  ]);
});

test('queued jobs run, fail visibly and are tried again; unknown names are refused', async () => {
  const { services, clock } = await testApp();
  const seen: number[] = [];
  const givenUp: unknown[] = [];
  const hopeless = job({
    name: 'hopeless',
    summary: 'Fails always',
    retries: 0,
    payload: z.object({ of: z.string() }),
    run: async () => {
      throw new Error('never');
    },
    onFinalFailure: async ({ of }) => void givenUp.push(of),
  });
  const flaky = job({
    name: 'flaky',
    summary: 'Fails once',
    retries: 2,
    run: async () => {
      seen.push(seen.length);
      if (seen.length === 1) throw new Error('not yet');
      return 'done';
    },
    onFinalFailure: async () => void givenUp.push('flaky'),
  });
  const runner = new JobRunner([flaky, hopeless], services, clock);
  await runner.start({ works: true });
  await runner.enqueue('flaky');
  await services.db.transaction().execute((db) => runner.enqueue('hopeless', { of: 'kept' }, db));
  const broken = services.db.transaction().execute(async (db) => {
    await runner.enqueue('hopeless', { of: 'rolled back' }, db);
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  const isDone = () => seen.length === 2 && givenUp.length > 0;
  await vi.waitUntil(isDone, { timeout: 30_000, interval: 100 });
  expect(givenUp).toEqual(['kept']);
  await runner.stop();
  await expect(runner.run('nothing')).rejects.toThrow('There is no job called nothing');
});
