import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { type Row, Rows } from '../../platform/kernel/rows.js';

export const folderAccess = {
  within: 'workspace',
  grants: true,
  folder: 'parent_folder_token',
} as const;

const folderRows = new Rows('folders', 'Folder', folderAccess);

/** The folder that a field of a body names. */
export async function demandFolder(
  ctx: Context,
  field: string,
  token: string,
): Promise<Row<'folders'>> {
  const found = await folderRows.find(ctx, token);
  if (!found) throw new UnknownReference('Folder', field, token);
  return found;
}
