import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import {
  addComment,
  changeComment,
  costReportComments,
  deleteComment,
} from '../../domain/reports/cost-report-comments/index.js';
import { costReports } from '../../domain/reports/cost-reports/index.js';
import { filledText } from '../../platform/kernel/fields.js';
import { type Operation, operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';

const tag = 'CostReports';
const path = '/v2/cost_reports/{cost_report_token}/comments';
const onePath = `${path}/{comment_token}`;
const params = z.object({ cost_report_token: z.string() });
const oneParams = params.extend({ comment_token: z.string() });
const text = () => filledText(2000).describe('Plain text, at most 2,000 characters.');

const getComments = pagedOperation({
  id: 'getCostReportComments',
  tag,
  path,
  summary: 'List the comments on a cost report, the latest first',
  params,
  errors: [404],
  pageSize: { default: 100, max: 1000 },
  response: {
    comment_count: z.int().describe('Number of comments on all pages.'),
    comments: z.array(costReportComments.model),
  },
  responseId: 'CostReportComments',
  read: async (input, ctx, page) => {
    const report = await costReports.rows.load(ctx, input.params.cost_report_token);
    const { rows, total } = await costReportComments.rows.list(ctx, page, [
      sql<SqlBool>`cost_report_token = ${report.token}`,
    ]);
    return {
      rowCount: total,
      comment_count: total,
      comments: await costReportComments.serializeRows(rows, ctx),
    };
  },
});

const createComment = operation({
  id: 'createCostReportComment',
  tag,
  method: 'POST',
  path,
  summary: 'Comment on a cost report',
  params,
  body: z.object({ text: text() }).meta({ id: 'createCostReportComment' }),
  status: 201,
  errors: [400, 404, 422],
  response: costReportComments.model,
  run: (input, ctx) => addComment(ctx, input.params.cost_report_token, input.body.text),
});

const updateComment = operation({
  id: 'updateCostReportComment',
  tag,
  method: 'PUT',
  path: onePath,
  summary: 'Change the text of a comment of your own',
  params: oneParams,
  body: z.object({ text: text() }).meta({ id: 'updateCostReportComment' }),
  status: 200,
  errors: [400, 403, 404, 422],
  response: costReportComments.model,
  run: (input, ctx) => changeComment(ctx, input.params, input.body.text),
});

const removeComment = operation({
  id: 'deleteCostReportComment',
  tag,
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a comment of your own; organization owners can delete any',
  params: oneParams,
  status: 204,
  errors: [403, 404],
  run: (input, ctx) => deleteComment(ctx, input.params),
});

export const costReportCommentOperations: Operation[] = [
  getComments,
  createComment,
  updateComment,
  removeComment,
];
