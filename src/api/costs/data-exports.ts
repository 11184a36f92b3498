import { z } from 'zod';
import {
  exportSchemas,
  acceptedText,
  queueExport,
  DataExport,
  formulaParameter,
  type CostExportParameters,
  resolveCostExport,
} from '../../domain/reports/exports/index.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';
import { choice, date, openApiSchemas, filter, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { splitCsvLine } from '../../platform/kernel/query-string.js';
import { Settings } from '../../domain/reports/cost-reports/index.js';
import { groupingsParameter } from '../../domain/costs/query/index.js';

/** A list or a comma-separated string; a blank string counts as absent. */
const groupings = z
  .preprocess(
    (value) => (typeof value === 'string' ? splitNames(value) : value),
    groupingsParameter().optional(),
  )
  .register(openApiSchemas, { type: 'array', items: { type: 'string' } });

function splitNames(text: string): string[] | undefined {
  const names = splitCsvLine(text).map((name) => name.trim());
  return text.trim() === '' ? undefined : names;
}

const body = z
  .object({
    cost_report_token: token().optional(),
    filter: filter().optional(),
    report_filter: filter()
      .optional()
      .describe("VQL in place of the report's own filter; saved filters still apply."),
    workspace_token: token().optional(),
    start_date: date().optional(),
    end_date: date().optional(),
    groupings: groupings.optional(),
    date_bin: choice(calendarBins).optional(),
    schema: choice(exportSchemas).optional().describe('Set of columns.'),
    settings: Settings.omit({ complete_period: true }).partial().optional(),
    ...formulaParameter,
  })
  .meta({ id: 'createCostExport' });

export const createCostExport = operation({
  id: 'createCostExport',
  tag: 'Costs',
  method: 'POST',
  path: '/v2/costs/data_exports',
  summary: 'Export costs as CSV files',
  query: z.object({
    groupings: groupingsParameter().optional().describe('Used if the body has no groupings.'),
  }),
  body,
  status: 202,
  successDescription: acceptedText,
  errors: [400, 402, 404],
  response: DataExport,
  run: async ({ body: sent, query }, ctx) => {
    const requested: CostExportParameters = {
      ...sent,
      groupings: sent.groupings ?? query.groupings,
    };
    const request = await resolveCostExport(ctx, requested);
    return queueExport(ctx, {
      type: 'cost_report',
      workspaceToken: request.workspace_token,
      attributes: {
        report_token: requested.cost_report_token ?? null,
        start_date: requested.start_date ?? null,
        end_date: requested.end_date ?? null,
        groupings: requested.groupings ?? null,
        vql: request.filter,
        settings: requested.settings ?? null,
        date_bin: requested.date_bin ?? null,
        schema: requested.schema ?? null,
      },
      request,
      neutralizesFormulas: sent.neutralize_formulas,
    });
  },
});
