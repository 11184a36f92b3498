import { expect, test } from 'vitest';
import { newAccount } from '../../../test/harness.js';
import { readCached } from './read-cache.js';
import type { Db } from './tables.js';

test('a read is cached until its tables change, and a transaction reads for itself', async () => {
  const { app, workspace } = await newAccount();
  const { db, config } = app.services;
  const nameOf = (handle: Db) =>
    readCached(handle, `name of ${workspace.token}`, async () => {
      const { name } = await handle
        .selectFrom('workspaces')
        .select('name')
        .where('token', '=', workspace.token)
        .executeTakeFirstOrThrow();
      return { name };
    });
  const rename = (handle: Db, name: string) =>
    handle.updateTable('workspaces').set({ name }).where('token', '=', workspace.token).execute();
  const first = await nameOf(db);
  // Only the embedded database reports every change.
  if (!config.databaseUrl) expect(await nameOf(db)).toBe(first);
  await db.transaction().execute(async (trx) => {
    await rename(trx, 'within');
    expect(await nameOf(trx)).toEqual({ name: 'within' });
  });
  expect(await nameOf(db)).toEqual({ name: 'within' });
  await rename(db, 'after');
  expect(await nameOf(db)).toEqual({ name: 'after' });
});

test('a failed read is not cached', async () => {
  const { app } = await newAccount();
  const { db } = app.services;
  const failing = readCached(db, 'failing', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await readCached(db, 'failing', async () => 'yes')).toBe('yes');
});
