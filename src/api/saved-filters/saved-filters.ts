import { sql } from 'kysely';
import { z } from 'zod';
import { reportsFilteredBy, queueForecasts } from '../../domain/reports/cost-reports/index.js';
import { savedFilters } from '../../domain/reports/saved-filters/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { filter, title, token } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { recordFilterChange } from './record-filter-change.js';

const base = resource(savedFilters, {
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
  beforeDelete: ({ token: filterToken }, ctx) =>
    queueForecasts(ctx, reportsFilteredBy(sql.val(filterToken))),
});

/** A change of the filter is also audited on the reports that apply it, and refreshes their forecasts. */
const update: Operation = {
  ...base.update,
  run: async (input, ctx) => {
    const before = await savedFilters.rows.find(
      ctx,
      String(input.params['saved_filter_token']),
      true,
    );
    const after = (await base.update.run(input, ctx)) as z.output<typeof savedFilters.model>;
    await recordFilterChange(ctx, before!, after);
    if (after.filter !== before!.filter) {
      await queueForecasts(ctx, reportsFilteredBy(sql.val(after.token)));
    }
    return after;
  },
};

export const savedFilterOperations = base.operations.map((each) =>
  each === base.update ? update : each,
);
