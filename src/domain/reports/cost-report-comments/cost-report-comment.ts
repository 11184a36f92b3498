import { sql } from 'kysely';
import { z } from 'zod';
import { isOwner } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { forbidden, notFound } from '../../../platform/lib/errors.js';
import { costReports, onVisibleReport } from '../cost-reports/index.js';

const CostReportComment = z
  .object({
    token: z.string(),
    cost_report_token: z.string(),
    text: z.string().describe('Plain text.'),
    author_token: z.string().describe('User, or team of a service token.'),
    author_name: z.string().nullable().describe('Null if the author no longer exists.'),
    created_at: z.string(),
    updated_at: z.string().describe('When the text was last changed.'),
  })
  .meta({ id: 'CostReportComment' });

export const costReportComments = entity({
  table: 'cost_report_comments',
  prefix: 'rprt_cmmnt',
  kind: 'Cost Report Comment',
  title: (row) => Array.from(row.text).slice(0, 80).join(''),
  access: { within: 'account', visible: (_, ctx) => onVisibleReport(ctx) },
  model: CostReportComment,
  newestFirst: true,
  computed: {
    // The audit log shows changes by workspace.
    workspace_token: {
      sql: sql`(select workspace_token from cost_reports
        where cost_reports.token = cost_report_comments.cost_report_token)`,
      initial: null,
    },
  },
  derive: async (rows, ctx) => {
    const names = await readAuthorNames(rows, ctx);
    return ({ author_token: author }) => ({ author_name: names.get(author) ?? null });
  },
});

type Comment = Row<'cost_report_comments'>;

/** Users have their name, or their email address without one. */
async function readAuthorNames(
  rows: readonly Comment[],
  ctx: Context,
): Promise<Map<string, string>> {
  const { rows: authors } = await sql<{ token: string; name: string }>`
    select token, coalesce(name, email) as name from users
    where account_token = ${ctx.actor.accountToken}
      and token = any(${rows.map((row) => row.author_token)})
    union all
    select token, name from teams
    where account_token = ${ctx.actor.accountToken}
      and token = any(${rows.map((row) => row.author_token)})`.execute(ctx.db);
  return new Map(authors.map(({ token, name }) => [token, name]));
}

interface CommentPath {
  cost_report_token: string;
  comment_token: string;
}

/** The comment of a report, locked for an update; throws unless the caller may change it. */
async function loadComment(
  ctx: Context,
  { cost_report_token: report, comment_token: token }: CommentPath,
  mayChange: (comment: Comment) => boolean,
): Promise<Comment> {
  const comment = await costReportComments.rows.loadForUpdate(ctx, token);
  if (comment.cost_report_token !== report) throw notFound(costReportComments.kind);
  if (!mayChange(comment)) throw forbidden();
  return comment;
}

/** Adds a comment to a report that the caller can see. */
export async function addComment(ctx: Context, report: string, text: string) {
  const { token: cost_report_token } = await costReports.rows.load(ctx, report);
  const { rows } = costReportComments;
  const { token } = await rows.insert(ctx, {
    token: costReportComments.newToken(),
    account_token: ctx.actor.accountToken,
    cost_report_token,
    author_token: ctx.actor.token,
    text,
    created_at: ctx.now,
    updated_at: ctx.now,
  });
  const comment = await rows.load(ctx, token);
  const after = await costReportComments.serialize(comment, ctx);
  await costReportComments.record(ctx, comment, null, after);
  return after;
}

/** Changes the text of a comment; only its author may. */
export async function changeComment(ctx: Context, path: CommentPath, text: string) {
  const current = await loadComment(ctx, path, (comment) => isAuthor(ctx, comment));
  const before = await costReportComments.serialize(current, ctx);
  if (text === current.text) return before;
  const values = { text, updated_at: ctx.now };
  const changed = await costReportComments.rows.update(ctx, current.token, values);
  const after = await costReportComments.serialize(changed, ctx);
  await costReportComments.record(ctx, changed, before, after);
  return after;
}

/** Deletes a comment; its author and organisation owners may. */
export async function deleteComment(ctx: Context, path: CommentPath): Promise<void> {
  const comment = await loadComment(
    ctx,
    path,
    (found) => isOwner(ctx.actor) || isAuthor(ctx, found),
  );
  const before = await costReportComments.serialize(comment, ctx);
  await costReportComments.record(ctx, comment, before, null);
  await costReportComments.rows.delete(ctx, comment.token);
}

const isAuthor = ({ actor }: Context, { author_token: author }: Comment) => author === actor.token;
