import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { mayChange } from '../../../platform/auth/access.js';
import { UnknownReference, forbidden } from '../../../platform/lib/errors.js';
import { costReports, onVisibleReport } from '../cost-reports/index.js';

const Annotation = z
  .object({
    token: z.string(),
    title: z.string(),
    report_tokens: z.array(z.string()).describe('Cost reports that show the annotation.'),
    date: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'Annotation' });

export const annotations = entity({
  table: 'annotations',
  prefix: 'issue',
  kind: 'Annotation',
  title: 'title',
  access: { within: 'account', visible: (_, ctx) => ofVisibleReports(ctx) },
  model: Annotation,
  newestFirst: true,
  derive: async (rows, ctx) => {
    const links = await ctx.db
      .selectFrom('annotation_reports')
      .select(['annotation_token', 'cost_report_token'])
      .where(
        'annotation_token',
        'in',
        rows.map((row) => row.token),
      )
      .where(await onVisibleReport(ctx))
      .orderBy('id')
      .execute();
    return ({ token }) => ({
      report_tokens: links
        .filter((link) => link.annotation_token === token)
        .map((link) => link.cost_report_token),
    });
  },
});

/** Row filter for annotations of at least one report that the caller can see. */
async function ofVisibleReports(ctx: Context): Promise<Expression<SqlBool>> {
  return sql<SqlBool>`token in (
    select annotation_token from annotation_reports where ${await onVisibleReport(ctx)})`;
}

type Report = Row<'cost_reports'>;

/** The reports that a request names; throws if the caller cannot see one of them. */
export async function requireReports(ctx: Context, tokens: readonly string[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const token of new Set(tokens)) {
    const found = await costReports.rows.find(ctx, token);
    if (!found) throw new UnknownReference('Cost Report', 'report_tokens', token);
    reports.push(found);
  }
  return reports;
}

/** Reads all reports of an annotation, including those that the caller cannot see. */
export function readReports(ctx: Context, { token }: { token: string }): Promise<Report[]> {
  return ctx.db
    .selectFrom('cost_reports')
    .innerJoin('annotation_reports', 'annotation_reports.cost_report_token', 'cost_reports.token')
    .selectAll('cost_reports')
    .where('annotation_reports.annotation_token', '=', token)
    .execute();
}

/** Throws unless the caller may change all the reports, which is required for changing an annotation. */
export async function requireEditableReports(
  ctx: Context,
  reports: readonly Report[],
): Promise<void> {
  for (const report of reports) {
    if (!mayChange(ctx.actor, await costReports.rows.accessTarget(ctx, report))) throw forbidden();
  }
}
