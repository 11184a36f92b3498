import { z } from 'zod';
import { readAttachedMetrics } from '../../domain/reports/business-metrics/index.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';
import {
  type UnitCostExportRequest,
  acceptedText,
  queueExport,
  DataExport,
  formulaParameter,
  resolveCostExport,
} from '../../domain/reports/exports/index.js';
import { notFound } from '../../platform/lib/errors.js';
import { choice, date, token } from '../../platform/kernel/fields.js';
import { loadReport } from '../../domain/reports/cost-reports/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';

export const createUnitCostsExport = operation({
  id: 'createUnitCostsExport',
  tag: 'UnitCosts',
  method: 'POST',
  path: '/v2/unit_costs/data_exports',
  summary: 'Export unit costs as CSV files',
  body: z
    .object({
      cost_report_token: token(),
      workspace_token: token().optional(),
      start_date: date().optional(),
      end_date: date().optional(),
      date_bin: choice(calendarBins).optional(),
      ...formulaParameter,
    })
    .meta({ id: 'createUnitCostsExport' }),
  status: 202,
  successDescription: acceptedText,
  errors: [400, 402, 404],
  response: DataExport,
  run: async ({ body: { workspace_token, neutralize_formulas, ...requested } }, ctx) => {
    if (workspace_token && !requestedWorkspace(ctx, workspace_token)) throw notFound('Workspace');
    const costs = await resolveCostExport(ctx, requested);
    const report = await loadReport(ctx, requested.cost_report_token);
    const attached = await readAttachedMetrics(ctx.db, report.token);
    const request: UnitCostExportRequest = { costs, attached };
    return queueExport(ctx, {
      type: 'unit_costs',
      workspaceToken: costs.workspace_token,
      attributes: {
        report_token: requested.cost_report_token,
        start_date: requested.start_date ?? null,
        end_date: requested.end_date ?? null,
        groupings: null,
        vql: null,
        settings: null,
        date_bin: requested.date_bin ?? null,
        schema: null,
      },
      request,
      neutralizesFormulas: neutralize_formulas,
    });
  },
});
