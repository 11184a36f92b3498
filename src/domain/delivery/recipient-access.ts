import { visibleRows } from '../../platform/auth/access.js';
import type { Services } from '../../platform/kernel/services.js';

/**
 * Whether a recipient sees all reports of a message now: rights may have changed since the rule was
 * written. Addresses of others than users have no rights; whoever wrote the rule chose them.
 */
export async function seesReports(
  { db, actors }: Pick<Services, 'db' | 'actors'>,
  { recipient, account_token }: { recipient: string; account_token: string },
  reports: readonly string[] = [],
): Promise<boolean> {
  if (recipient.includes('@') || reports.length === 0) return true;
  const actor = await actors.forUser(db, { token: recipient, account_token });
  const visible = await visibleRows(db, actor, 'folder_token', 'segment_token');
  const seen = await db
    .selectFrom('cost_reports')
    .select('token')
    .where('account_token', '=', account_token)
    .where('token', 'in', [...reports])
    .where(visible)
    .execute();
  return seen.length === new Set(reports).size;
}
