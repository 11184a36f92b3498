import { visibleRows } from '../../../platform/auth/access.js';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { MessageContent } from './message.js';

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

/** The message as a recipient may read it: its list is left out for users who do not see the workspace. */
export async function withoutHiddenList(
  { db, actors }: Pick<Services, 'db' | 'actors'>,
  { recipient, account_token }: { recipient: string; account_token: string },
  content: MessageContent,
): Promise<MessageContent> {
  const { mailList, ...rest } = content;
  if (!mailList || recipient.includes('@')) return content;
  const actor = await actors.forUser(db, { token: recipient, account_token });
  return reachableWorkspaces(actor).includes(mailList.workspace) ? content : rest;
}
