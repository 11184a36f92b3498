import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';

/**
 * Removes an upload and hides its costs, in the caller's transaction. Its rows are dropped later together
 * with those of other superseded loads, so that running queries can finish.
 */
export async function removeCostsUpload(ctx: Context, upload: Row<'costs_uploads'>): Promise<void> {
  await ctx.db
    .updateTable('loads')
    .set({ status: 'superseded', superseded_at: ctx.now })
    .where('load_id', '=', upload.load_id)
    .where('status', '=', 'active')
    .execute();
  await ctx.db.deleteFrom('costs_uploads').where('token', '=', upload.token).execute();
}

/** Resets a custom provider without costs to its initial status. */
export async function resetStatusWithoutCosts(ctx: Context, integration: string): Promise<void> {
  await sql`
    update integrations set status = 'connected', last_error = null
    where token = ${integration} and not exists (
      select 1 from loads where integration_token = ${integration}
        and managed_account_token is null and status = 'active')`.execute(ctx.db);
}
