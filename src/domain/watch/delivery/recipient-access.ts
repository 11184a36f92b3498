import type { Expression, SqlBool } from 'kysely';
import { visibleRows } from '../../../platform/auth/access.js';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { MessageContent } from './message.js';

/**
 * Whether a recipient sees all reports of a message now, and the dashboard that it shows: rights may have
 * changed since the rule was written. Addresses of others than users have no rights; whoever wrote the rule
 * chose them.
 */
export async function seesContent(
  { db, actors }: Pick<Services, 'db' | 'actors'>,
  { recipient, account_token }: { recipient: string; account_token: string },
  { reports = [], dashboard }: Pick<MessageContent, 'reports' | 'dashboard'>,
): Promise<boolean> {
  if (recipient.includes('@') || (reports.length === 0 && !dashboard)) return true;
  const actor = await actors.forUser(db, { token: recipient, account_token });
  const sees = async (
    table: 'cost_reports' | 'dashboards',
    tokens: readonly string[],
    visible: Expression<SqlBool>,
  ): Promise<boolean> => {
    if (tokens.length === 0) return true;
    const seen = await db
      .selectFrom(table)
      .select('token')
      .where('account_token', '=', account_token)
      .where('token', 'in', [...tokens])
      .where(visible)
      .execute();
    return seen.length === new Set(tokens).size;
  };
  return (
    (await sees(
      'cost_reports',
      reports,
      await visibleRows(db, actor, 'folder_token', 'segment_token'),
    )) && sees('dashboards', dashboard ? [dashboard] : [], await visibleRows(db, actor, undefined))
  );
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
