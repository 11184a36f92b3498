import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  annotations,
  readReports,
  requireEditableReports,
  requireReports,
} from '../../domain/reports/annotations/index.js';
import { date, filledText, emptyValueRules, title } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { pick } from '../../platform/lib/pick.js';
import { costReports } from '../../domain/reports/cost-reports/index.js';

const fields = {
  title: title().optional(),
  message: filledText(),
  report_tokens: z.array(z.string()).min(1).max(1000),
};

const base = resource(annotations, {
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
    if (current) await requireEditableReports(ctx, await readReports(ctx, current));
    const reports = await requireReports(ctx, body.report_tokens ?? []);
    await requireEditableReports(ctx, reports);
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
  beforeDelete: async (row, ctx) => requireEditableReports(ctx, await readReports(ctx, row)),
});

/** Filtering by a report that the caller cannot see returns nothing, even if a visible report shares the annotation. */
const list: Operation = {
  ...base.list,
  run: async ({ query, ...input }, ctx) => {
    const { report_token: report } = query as { report_token?: string };
    const isHidden = report !== undefined && !(await costReports.rows.find(ctx, report));
    return base.list.run(
      { ...input, query: isHidden ? { ...query, report_token: '' } : query },
      ctx,
    );
  },
};

/** Annotations cannot be read by token. */
export const annotationOperations: Operation[] = [list, base.create, base.update, base.delete];
