import { z } from 'zod';
import { filter, title, token } from '../../kernel/fields.js';
import { resource } from '../../kernel/resource.js';
import { checkFilter } from '../../vql/index.js';

const SavedFilter = z
  .object({
    token: z.string(),
    title: z.string(),
    filter: z.string().nullable().describe('Cost filter; null matches every cost.'),
    cost_report_tokens: z.array(z.string()).describe('Cost reports that apply this filter.'),
    workspace_token: z.string(),
    created_by: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'SavedFilter' });

export const savedFilters = resource({
  table: 'saved_filters',
  one: 'saved_filter',
  many: 'saved_filters',
  tag: 'SavedFilters',
  prefix: 'svd_fltr',
  kind: 'Saved Filter',
  titleOf: (row) => row.title,
  access: { within: 'workspace', grants: true },
  model: SavedFilter,
  create: z.object({
    title: title(),
    filter: filter().optional(),
    workspace_token: token().optional(),
  }),
  update: z.object({ title: title(), filter: filter() }).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404, 422] },
  columns: ({ workspace_token: _, ...columns }) => {
    checkFilter('saved_filter', columns.filter ?? null);
    return columns;
  },
  derive: async () => () => ({ cost_report_tokens: [] }),
});
