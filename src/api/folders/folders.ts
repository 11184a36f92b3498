import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { reportsInFolder, queueForecasts } from '../../domain/reports/cost-reports/index.js';
import { folders, requireFolder } from '../../domain/reports/folders/index.js';
import {
  attachedFilterTokens,
  requireSavedFilters,
} from '../../domain/reports/saved-filters/index.js';
import { ancestorFolders } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, clearableToken, title, token, tokens } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { badRequest } from '../../platform/lib/errors.js';

const types = ['CostFolder', 'ProviderResourceFolder'] as const;

const fields = {
  title: title(),
  parent_folder_token: clearableToken().optional(),
  saved_filter_tokens: tokens().optional(),
};

export const folderResource = resource(folders, {
  one: 'folder',
  many: 'folders',
  tag: 'Folders',
  create: z.object({
    ...fields,
    type: choice(types).optional(),
    workspace_token: token().optional(),
  }),
  update: z.object(fields).partial(),
  search: 'title',
  filters: z.object({ type: z.enum(types).optional() }),
  where: (query) => (query['type'] ? [sql<SqlBool>`type = ${query['type']}`] : []),
  workspaceOf: async (body, ctx) =>
    body.parent_folder_token
      ? (await requireFolder(ctx, 'parent_folder_token', body.parent_folder_token)).workspace_token
      : undefined,
  columns: async (body, ctx, current, workspace) => {
    const type = current?.type ?? body.type ?? 'CostFolder';
    if (body.parent_folder_token) {
      await requireParent(body.parent_folder_token, ctx, type, current);
    }
    const requested = body.saved_filter_tokens ?? [];
    await requireSavedFilters(ctx, requested, workspace!, attachedFilterTokens(current));
    const { saved_filter_tokens: _, workspace_token: __, ...columns } = body;
    return { ...columns, type };
  },
  afterSave: async (row, body, ctx) => {
    const filtersChanged =
      body.saved_filter_tokens !== undefined &&
      (await replaceLinks(ctx.db, 'folder_saved_filters', {
        owner: { folder_token: row.token },
        column: 'saved_filter_token',
        tokens: body.saved_filter_tokens,
      }));
    if (filtersChanged || body.parent_folder_token !== undefined) {
      await queueForecasts(ctx, reportsInFolder(row.token));
    }
    return filtersChanged;
  },
  beforeDelete: ({ token: folder }, ctx) => queueForecasts(ctx, reportsInFolder(folder)),
});

async function requireParent(
  token: string,
  ctx: Context,
  type: string,
  current: Row<'folders'> | undefined,
): Promise<void> {
  const parent = await requireFolder(ctx, 'parent_folder_token', token);
  if (parent.type !== type) throw badRequest(`parent_folder_token must be a ${type}`);
  if (!current) return;
  if (parent.workspace_token !== current.workspace_token) {
    throw badRequest('parent_folder_token must be a folder in the same workspace');
  }
  const ancestors = await ancestorFolders(ctx.db, token);
  if (ancestors.includes(current.token)) {
    throw badRequest('parent_folder_token must not be the folder itself or a folder inside it');
  }
}
