import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { UnknownReference } from '../../../platform/lib/errors.js';

const Folder = z
  .object({
    token: z.string(),
    title: z.string(),
    type: z.string(),
    parent_folder_token: z.string().nullable(),
    saved_filter_tokens: z
      .array(z.string())
      .describe('Applied to every cost report in the folder.'),
    workspace_token: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Folder' });

export const folders = entity({
  table: 'folders',
  prefix: 'fldr',
  kind: 'Folder',
  title: 'title',
  page: '/cost-reports?folder={token}',
  access: { within: 'workspace', grants: true, folder: 'parent_folder_token' },
  model: Folder,
  computed: {
    saved_filter_tokens: {
      sql: sql`array(select saved_filter_token from folder_saved_filters links
        where links.folder_token = folders.token order by links.id)`,
      initial: [],
    },
  },
});

/** The folder that a field of a request refers to; throws if the caller cannot see it. */
export async function requireFolder(
  ctx: Context,
  field: string,
  token: string,
): Promise<Row<'folders'>> {
  const found = await folders.rows.find(ctx, token);
  if (!found) throw new UnknownReference('Folder', field, token);
  return found;
}
