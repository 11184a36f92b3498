import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { newAccount } from '../../../../test/harness.js';
import { compareLoads } from './compare-loads.js';

const copies = 60;

test('loads are compared the newest first, in batches, until the time is over', async () => {
  const account = await newAccount();
  await importCharges(account, [{ day: '2026-02-05', cost: '1' }]);
  const { db } = account.app.services;
  await sql`
    insert into loads (account_token, integration_token, partition, format, fingerprint, status, runner, seen_at, started_at)
    select account_token, integration_token, 'copy ' || n, format, 'copy', status, runner, seen_at, started_at
    from loads, generate_series(1, ${copies}) n where account_token = ${account.account.token}`.execute(
    db,
  );
  onTestFinished(async () => {
    await db.deleteFrom('loads').where('fingerprint', '=', 'copy').execute();
  });
  const compare = async (isOver: boolean) => {
    const ids: number[] = [];
    const progress: number[] = [];
    const result = await compareLoads(
      db,
      {
        isOver: () => isOver,
        onProgress: (done) => void progress.push(done),
        signal: new AbortController().signal,
      },
      async (loads) => {
        ids.push(...loads.map(({ loadId }) => loadId));
        return [];
      },
    );
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(progress.at(-1)).toBe(result.compared);
    return result;
  };
  const all = await compare(false);
  expect(all.compared).toBe(all.total);
  const some = await compare(true);
  expect(some.compared).toBeLessThan(copies);
  expect(some.compared).toBeGreaterThan(0);
  expect(some.total).toBe(all.total);
});
