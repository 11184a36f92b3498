import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { mayChange } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference, forbidden } from '../../platform/lib/errors.js';
import { date, filledText, emptyValueRules, title } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { entity } from '../../platform/kernel/entity.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { pick } from '../../platform/lib/pick.js';
import { costReports } from '../../domain/cost-reports/cost-report.js';

const Annotation = z
  .object({
    token: z.string(),
    title: z.string(),
    report_tokens: z.array(z.string()).describe('Cost reports that show it.'),
    date: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'Annotation' });

const fields = {
  title: title().optional(),
  message: filledText(),
  report_tokens: z.array(z.string()).min(1).max(1000),
};

const annotations = entity({
  table: 'annotations',
  prefix: 'issue',
  kind: 'Annotation',
  titleOf: (row) => row.title,
  access: { within: 'account', visible: (_, ctx) => onVisibleReport(ctx) },
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
      .where(await isVisibleReport(ctx))
      .orderBy('id')
      .execute();
    return ({ token }) => ({
      report_tokens: links
        .filter((link) => link.annotation_token === token)
        .map((link) => link.cost_report_token),
    });
  },
});

const plain = resource(annotations, {
  one: 'annotation',
  many: 'annotations',
  tag: 'Annotations',
  create: z.object({ ...fields, date: date() }),
  update: z
    .object({
      ...fields,
      date: date().nullable().register(emptyValueRules, { blank: 'absent', null: 'clears' }),
    })
    .partial(),
  paging: { default: 1000, max: 5000 },
  filters: z.object({ report_token: z.string().optional() }),
  where: ({ report_token: report }) =>
    report === undefined
      ? []
      : [
          sql<SqlBool>`token in (
            select annotation_token from annotation_reports where cost_report_token = ${report})`,
        ],
  errors: {
    create: [400, 403, 404, 422],
    update: [400, 403, 404, 422],
    delete: [403, 404],
  },
  columns: async (body, ctx, current) => {
    if (current) await requireEditable(ctx, await reportsOf(ctx, current));
    const reports = await namedReports(ctx, body.report_tokens ?? []);
    await requireEditable(ctx, reports);
    return {
      ...pick(body, ['title', 'date', 'message']),
      ...(current || body.title ? {} : { title: `${reports[0]!.title} - ${body.date}` }),
    };
  },
  afterSave: async (row, body, ctx) => {
    if (!body.report_tokens) return false;
    return replaceLinks(ctx.db, 'annotation_reports', {
      owner: { annotation_token: row.token },
      column: 'cost_report_token',
      tokens: body.report_tokens,
    });
  },
  beforeDelete: async (row, ctx) => requireEditable(ctx, await reportsOf(ctx, row)),
});

/** Whether the report that a link names is one the caller sees. */
async function isVisibleReport(ctx: Context): Promise<Expression<SqlBool>> {
  const visible = await costReports.rows.visible(ctx);
  return sql<SqlBool>`cost_report_token in (
    select token from cost_reports where ${sql.join(visible, sql` and `)})`;
}

async function onVisibleReport(ctx: Context): Promise<Expression<SqlBool>> {
  return sql<SqlBool>`token in (
    select annotation_token from annotation_reports where ${await isVisibleReport(ctx)})`;
}

type Report = Row<'cost_reports'>;

async function namedReports(ctx: Context, tokens: readonly string[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const token of new Set(tokens)) {
    const found = await costReports.rows.find(ctx, token);
    if (!found) throw new UnknownReference('Cost Report', 'report_tokens', token);
    reports.push(found);
  }
  return reports;
}

/** All reports of an annotation, also those that the caller cannot see. */
function reportsOf(ctx: Context, { token }: { token: string }): Promise<Report[]> {
  return ctx.db
    .selectFrom('cost_reports')
    .innerJoin('annotation_reports', 'annotation_reports.cost_report_token', 'cost_reports.token')
    .selectAll('cost_reports')
    .where('annotation_reports.annotation_token', '=', token)
    .execute();
}

/** An annotation belongs to its reports: who may not change one of them may not change it. */
async function requireEditable(ctx: Context, reports: readonly Report[]): Promise<void> {
  for (const report of reports) {
    if (!mayChange(ctx.actor, await costReports.rows.accessTarget(ctx, report))) throw forbidden();
  }
}

/** A report that the caller cannot see has no annotations, also none that another report shows too. */
const list: Operation = {
  ...plain.list,
  run: async ({ query, ...input }, ctx) => {
    const { report_token: report } = query as { report_token?: string };
    const isHidden = report !== undefined && !(await costReports.rows.find(ctx, report));
    return plain.list.run(
      { ...input, query: isHidden ? { ...query, report_token: '' } : query },
      ctx,
    );
  },
};

/** There is no reading by token. */
export const annotationOperations: Operation[] = [list, plain.create, plain.update, plain.delete];
