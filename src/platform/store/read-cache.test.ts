import { expect, test } from 'vitest';
import { newAccount } from '../../../test/harness.js';
import { kept } from './read-cache.js';
import type { Db } from './tables.js';

test('a read is kept until its tables change, and a transaction reads for itself', async () => {
  const { app, workspace } = await newAccount();
  const { db, config } = app.services;
  const nameOf = (handle: Db) =>
    kept(handle, `name of ${workspace.token}`, async () => {
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
  // Only an embedded database tells of every change.
  if (!config.databaseUrl) expect(await nameOf(db)).toBe(first);
  await db.transaction().execute(async (trx) => {
    await rename(trx, 'within');
    expect(await nameOf(trx)).toEqual({ name: 'within' });
  });
  expect(await nameOf(db)).toEqual({ name: 'within' });
  await rename(db, 'after');
  expect(await nameOf(db)).toEqual({ name: 'after' });
});

test('a read that fails is tried again', async () => {
  const { app } = await newAccount();
  const { db } = app.services;
  const failing = kept(db, 'failing', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await kept(db, 'failing', async () => 'yes')).toBe('yes');
});
