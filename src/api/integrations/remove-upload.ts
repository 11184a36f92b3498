import { sql } from 'kysely';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';

/**
 * Takes an upload and its costs out of sight in the caller's transaction. Its rows are dropped later,
 * with those of replaced loads, so that questions begun on them can finish.
 */
export async function removeUpload(ctx: Context, upload: Row<'costs_uploads'>): Promise<void> {
  await ctx.db
    .updateTable('loads')
    .set({ status: 'superseded', superseded_at: ctx.now })
    .where('load_id', '=', upload.load_id)
    .where('status', '=', 'active')
    .execute();
  await ctx.db.deleteFrom('costs_uploads').where('token', '=', upload.token).execute();
}

/** A custom provider without costs is where it started. */
export async function settleAfterRemoval(ctx: Context, integration: string): Promise<void> {
  await sql`
    update integrations set status = 'connected', last_error = null
    where token = ${integration} and not exists (
      select 1 from loads where integration_token = ${integration} and status = 'active')`.execute(
    ctx.db,
  );
}
