import { z } from 'zod';
import { requireFolder } from '../../domain/reports/folders/index.js';
import {
  baseColumns,
  columnNames,
  pinnedType,
  reportColumns,
  resourceReports,
} from '../../domain/optimise/resources/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { clearableToken, filter, title, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { badRequest } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title().optional(),
  filter: filter().optional(),
  columns: z
    .array(z.string())
    .optional()
    .describe('Columns of the one resource type that the filter allows; the base columns else.'),
  folder_token: clearableToken().optional(),
};

const getColumns = operation({
  id: 'getResourceReportColumns',
  tag: 'ResourceReports',
  method: 'GET',
  path: '/v2/resource_reports/columns',
  summary: 'List the columns that a report of one resource type can have',
  query: z.object({ resource_type: z.string() }),
  status: 200,
  errors: [400],
  response: z.object({ columns: z.array(z.string()) }).meta({ id: 'ResourceReportColumns' }),
  run: async ({ query: { resource_type: type } }) => {
    const columns = columnNames(type);
    if (!columns) throw badRequest(`Invalid resource type: ${type}`);
    return { columns };
  },
});

const base = resource(resourceReports, {
  one: 'resource_report',
  many: 'resource_reports',
  tag: 'ResourceReports',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404, 422] },
  workspaceOf: async ({ folder_token: folder }, ctx) =>
    folder ? (await requireFolder(ctx, 'folder_token', folder)).workspace_token : undefined,
  columns: async (body, ctx, current, workspace) => {
    const checked = checkFilter('resource_report', body.filter ?? null);
    await requireResourceFolder(body.folder_token, ctx, workspace!);
    const filterAfter =
      body.filter === undefined && current
        ? checkFilter('resource_report', current.filter)
        : checked;
    return {
      ...pick(body, ['title', 'filter', 'folder_token']),
      columns: columnsAfter(body.columns, current?.columns, filterAfter),
      ...(!current && {
        user_token: ctx.actor.kind === 'user' ? ctx.actor.token || null : null,
        created_by_token: ctx.actor.token || null,
      }),
    };
  },
});

/** Columns of a type leave with the filter that allowed this type only. */
function columnsAfter(
  requested: string[] | undefined,
  current: string[] | undefined,
  checked: ReturnType<typeof checkFilter>,
): string[] {
  if (requested !== undefined && requested.length > 0) return reportColumns(requested, checked);
  if (requested === undefined && current && pinnedType(checked) !== undefined) return current;
  return [...baseColumns];
}

async function requireResourceFolder(
  folderToken: string | null | undefined,
  ctx: Context,
  workspace: string,
): Promise<void> {
  if (!folderToken) return;
  const folder = await requireFolder(ctx, 'folder_token', folderToken);
  if (folder.type !== 'ProviderResourceFolder') {
    throw badRequest('folder_token must be the token of a ProviderResourceFolder');
  }
  if (folder.workspace_token !== workspace) {
    throw badRequest('folder_token must be the token of a folder in the same workspace');
  }
}

export const resourceReportOperations = [getColumns, ...base.operations];
