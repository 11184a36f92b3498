import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import { UnknownReference } from '../../../platform/lib/errors.js';
import { reportsFilteredBy } from '../cost-reports/index.js';

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

export const savedFilters = entity({
  table: 'saved_filters',
  prefix: 'svd_fltr',
  kind: 'Saved Filter',
  title: 'title',
  page: '/saved-filters/{token}',
  canBeFavourite: true,
  access: { within: 'workspace', grants: true },
  model: SavedFilter,
  unversioned: ['cost_report_tokens'],
  computed: {
    cost_report_tokens: {
      sql: sql`array(${reportsFilteredBy(sql.ref('saved_filters.token'))})`,
      initial: [],
    },
  },
});

/** The saved filters of a row; row types do not include computed columns. */
export function attachedFilterTokens(row: object = {}): string[] {
  const { saved_filter_tokens: tokens = [] }: { saved_filter_tokens?: string[] } = row;
  return tokens;
}

/**
 * Throws unless the caller can see the saved filters and they belong to the workspace. Filters that are
 * already attached may stay.
 */
export async function requireSavedFilters(
  ctx: Context,
  requested: readonly string[],
  workspace: string,
  attached: readonly string[],
): Promise<void> {
  for (const token of requested.filter((each) => !attached.includes(each))) {
    const found = await savedFilters.rows.find(ctx, token);
    if (found?.workspace_token !== workspace) {
      throw new UnknownReference('Saved Filter', 'saved_filter_tokens', token);
    }
  }
}
