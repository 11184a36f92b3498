import { z } from 'zod';
import { job } from '../../../platform/jobs/job.js';
import type { Context } from '../../../platform/kernel/context.js';
import { type ManagedAccountRow, managedAccounts } from './managed-account.js';

/**
 * Deletes a managed account with its users, workspaces, integrations and credentials. The rows of its costs and
 * its files follow in jobs.
 */
export async function deleteManagedAccount(ctx: Context, row: ManagedAccountRow): Promise<void> {
  const { db, now } = ctx;
  await managedAccounts.record(ctx, row, await managedAccounts.serialize(row, ctx), null);
  // A running import must not restore costs that are deleted here; failed loads are cleaned up.
  await db
    .updateTable('loads')
    .set({ status: 'failed', reason: 'The account was deleted.', finished_at: now })
    .where((eb) =>
      eb.or([eb('account_token', '=', row.token), eb('managed_account_token', '=', row.token)]),
    )
    .where('status', 'in', ['running', 'active', 'superseded'])
    .execute();
  await db.deleteFrom('access_grants').where('resource_token', '=', row.token).execute();
  const exports = await db
    .selectFrom('data_exports')
    .select('files')
    .where('account_token', '=', row.token)
    .execute();
  const keys = exports.flatMap(({ files }) => files.map(({ key }) => key as string));
  if (keys.length > 0) await ctx.services.enqueue('delete-files', { keys }, db);
  await db.deleteFrom('accounts').where('token', '=', row.token).execute();
}

export const deleteFilesJob = job({
  name: 'delete-files',
  summary: 'Deletes the files of a deleted account',
  retries: 5,
  payload: z.object({ keys: z.array(z.string()) }),
  run: async ({ keys }, { services: { files } }) => {
    for (const key of keys) await files.delete(key);
    return `${keys.length} files deleted`;
  },
});
