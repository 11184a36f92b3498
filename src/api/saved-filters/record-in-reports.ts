import { type SqlBool, sql } from 'kysely';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { ownSavedFilters, reportsUnder } from '../../domain/cost-reports/applied-filters.js';
import { costReports } from '../cost-reports/cost-reports.js';

interface Version {
  token: string;
  title: string;
  filter: string | null;
}

/** Logs an edited saved filter as an update of each report under it, also of those the caller cannot see. */
export async function recordInReports(
  ctx: Context,
  before: Version,
  after: Version,
): Promise<void> {
  const reports = await ctx.db
    .selectFrom('cost_reports')
    .selectAll()
    .select(ownSavedFilters.as('saved_filter_tokens'))
    .where(sql<SqlBool>`token in (${reportsUnder(sql.val(after.token))})`)
    .orderBy('id')
    .execute();
  const shown = await costReports.show(reports, ctx);
  for (const [index, report] of reports.entries()) {
    await recordChange(ctx, {
      type: 'Cost Report',
      token: report.token,
      title: report.title,
      workspaceToken: report.workspace_token,
      before: { ...shown[index], saved_filters: [versionOf(before)] },
      after: { ...shown[index], saved_filters: [versionOf(after)] },
    });
  }
}

const versionOf = ({ token, title, filter }: Version): Version => ({ token, title, filter });
