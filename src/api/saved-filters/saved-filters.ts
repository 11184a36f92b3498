import { sql } from 'kysely';
import { z } from 'zod';
import { filter, title, token } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { checkFilter } from '../../domain/vql/index.js';
import { reportsUnder } from '../../domain/cost-reports/applied-filters.js';
import { forecastSoon } from '../../domain/cost-reports/forecast-soon.js';
import { recordInReports } from './record-in-reports.js';
import { savedFilterAccess } from '../../domain/saved-filters/saved-filter-rows.js';

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

const plain = resource({
  table: 'saved_filters',
  one: 'saved_filter',
  many: 'saved_filters',
  tag: 'SavedFilters',
  prefix: 'svd_fltr',
  kind: 'Saved Filter',
  titleOf: (row) => row.title,
  access: savedFilterAccess,
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
  removing: ({ token: removed }, ctx) => forecastSoon(ctx, reportsUnder(sql.val(removed))),
  computed: {
    cost_report_tokens: {
      sql: sql`array(${reportsUnder(sql.ref('saved_filters.token'))})`,
      ofNew: [],
    },
  },
});

/** The reports under a filter follow it: whoever reads their audit log sees the change, and so do their forecasts. */
const update: Operation = {
  ...plain.update,
  run: async (input, ctx) => {
    const before = await plain.rows.find(ctx, String(input.params['saved_filter_token']), true);
    const after = (await plain.update.run(input, ctx)) as z.output<typeof SavedFilter>;
    await recordInReports(ctx, before!, after);
    if (after.filter !== before!.filter) {
      await forecastSoon(ctx, reportsUnder(sql.val(after.token)));
    }
    return after;
  },
};

export const savedFilters = {
  rows: plain.rows,
  operations: plain.operations.map((each) => (each === plain.update ? update : each)),
};
