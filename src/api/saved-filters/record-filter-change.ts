import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../platform/kernel/context.js';
import {
  ownSavedFilters,
  reportsFilteredBy,
  costReports,
} from '../../domain/reports/cost-reports/index.js';

interface FilterVersion {
  token: string;
  title: string;
  filter: string | null;
}

/**
 * Audits a change of a saved filter as an update of each report that applies it, including reports that
 * the caller cannot see.
 */
export async function recordFilterChange(
  ctx: Context,
  before: FilterVersion,
  after: FilterVersion,
): Promise<void> {
  const reports = await ctx.db
    .selectFrom('cost_reports')
    .selectAll()
    .select(ownSavedFilters.as('saved_filter_tokens'))
    .where(sql<SqlBool>`token in (${reportsFilteredBy(sql.val(after.token))})`)
    .orderBy('id')
    .execute();
  const serialized = await costReports.serializeRows(reports, ctx);
  for (const [index, report] of reports.entries()) {
    await costReports.record(
      ctx,
      report,
      { ...serialized[index], saved_filters: [versionOf(before)] },
      { ...serialized[index], saved_filters: [versionOf(after)] },
    );
  }
}

const versionOf = ({ token, title, filter }: FilterVersion): FilterVersion => ({
  token,
  title,
  filter,
});
