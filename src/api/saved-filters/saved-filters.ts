import { sql } from 'kysely';
import { z } from 'zod';
import { reportsUnder } from '../../domain/cost-reports/applied-filters.js';
import { queueForecasts } from '../../domain/cost-reports/queue-forecasts.js';
import { savedFilters } from '../../domain/saved-filters/saved-filter.js';
import { checkFilter } from '../../domain/vql/index.js';
import { filter, title, token } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { recordInReports } from './record-in-reports.js';

const plain = resource(savedFilters, {
  one: 'saved_filter',
  many: 'saved_filters',
  tag: 'SavedFilters',
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
  beforeDelete: ({ token: removed }, ctx) => queueForecasts(ctx, reportsUnder(sql.val(removed))),
});

/** The reports under a filter follow it: whoever reads their audit log sees the change, and so do their forecasts. */
const update: Operation = {
  ...plain.update,
  run: async (input, ctx) => {
    const before = await savedFilters.rows.find(
      ctx,
      String(input.params['saved_filter_token']),
      true,
    );
    const after = (await plain.update.run(input, ctx)) as z.output<typeof savedFilters.model>;
    await recordInReports(ctx, before!, after);
    if (after.filter !== before!.filter) {
      await queueForecasts(ctx, reportsUnder(sql.val(after.token)));
    }
    return after;
  },
};

export const savedFilterOperations = plain.operations.map((each) =>
  each === plain.update ? update : each,
);
