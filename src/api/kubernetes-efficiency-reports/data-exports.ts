import { z } from 'zod';
import {
  acceptedText,
  DataExport,
  formulaParameter,
  queueExport,
  type KubernetesExportRequest,
} from '../../domain/reports/exports/index.js';
import {
  groupingNames,
  efficiencyBuckets,
  resolveEfficiencyQuery,
} from '../../domain/optimise/kubernetes/index.js';
import { choice, date, filter, openApiSchemas, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { splitCsvLine } from '../../platform/kernel/query-string.js';

/** A list or a comma-separated string; a blank string counts as absent. */
const groupings = z
  .preprocess(
    (value) => (typeof value === 'string' ? splitNames(value) : value),
    groupingNames().optional(),
  )
  .register(openApiSchemas, { type: 'array', items: { type: 'string' } });

const splitNames = (text: string) =>
  text.trim() === '' ? undefined : splitCsvLine(text).map((name) => name.trim());

export const createKubernetesEfficiencyReportExport = operation({
  id: 'createKubernetesEfficiencyReportExport',
  tag: 'KubernetesEfficiencyReports',
  method: 'POST',
  path: '/v2/kubernetes_efficiency_reports/data_exports',
  summary: 'Export Kubernetes efficiency as CSV files',
  query: z.object({
    groupings: groupingNames().optional().describe('Used if the body has no groupings.'),
  }),
  body: z
    .object({
      kubernetes_efficiency_report_token: token()
        .optional()
        .describe('By default, the default report of the workspace.'),
      filter: filter().optional().describe("Replaces the report's filter."),
      workspace_token: token().optional().describe('Ignored with a report.'),
      start_date: date().optional(),
      end_date: date().optional(),
      date_bin: choice(efficiencyBuckets).optional(),
      groupings: groupings.optional(),
      ...formulaParameter,
    })
    .meta({ id: 'createKubernetesEfficiencyReportExport' }),
  status: 202,
  successDescription: acceptedText,
  errors: [400, 404],
  response: DataExport,
  run: async ({ body: sent, query }, ctx) => {
    const requested = { ...sent, groupings: sent.groupings ?? query.groupings };
    const { report, workspace, filter, range, bin, ...rest } = await resolveEfficiencyQuery(
      ctx,
      requested,
    );
    const request: KubernetesExportRequest = {
      workspace,
      filter,
      range,
      bin: bin === 'total' ? report.date_bucket : bin,
      groupings: [...rest.groupings],
    };
    return queueExport(ctx, {
      type: 'kubernetes_efficiency_report',
      workspaceToken: workspace,
      attributes: {
        report_token: sent.kubernetes_efficiency_report_token ?? null,
        start_date: sent.start_date ?? null,
        end_date: sent.end_date ?? null,
        groupings: requested.groupings ?? null,
        vql: filter,
        settings: null,
        date_bin: sent.date_bin ?? null,
        schema: null,
      },
      request,
      neutralizesFormulas: sent.neutralize_formulas,
    });
  },
});
