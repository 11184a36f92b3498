import { replaceLinks } from '../../../platform/kernel/links.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';

/** Assigns an integration to workspaces of its account; what managed accounts see of it stays. */
export async function assignWorkspaces(
  db: Db,
  { token, account_token }: Row<'integrations'>,
  workspaces: readonly string[],
): Promise<void> {
  const delegated = await db
    .selectFrom('integration_workspaces as link')
    .innerJoin('workspaces as w', 'w.token', 'link.workspace_token')
    .select('w.token')
    .where('link.integration_token', '=', token)
    .where('w.account_token', '!=', account_token)
    .orderBy('link.id')
    .execute();
  await replaceLinks(db, 'integration_workspaces', {
    owner: { integration_token: token },
    column: 'workspace_token',
    tokens: [...workspaces, ...delegated.map((workspace) => workspace.token)],
  });
}
