import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { choice, emptyValueRules, title } from '../../platform/kernel/fields.js';
import { prefixOf } from '../../platform/lib/tokens.js';
import { costReports } from '../../domain/reports/cost-reports/index.js';
import { type DashboardWidget, displayTypes } from '../../domain/reports/dashboards/index.js';
import { financialCommitmentReports } from '../../domain/optimise/financial-commitments/index.js';
import { kubernetesEfficiencyReports } from '../../domain/optimise/kubernetes/index.js';
import { networkFlowReports } from '../../domain/optimise/network-flows/index.js';
import { recommendationViews } from '../../domain/optimise/recommendations/index.js';
import { resourceReports } from '../../domain/optimise/resources/index.js';

/** A widget without a title gets the current title of its report. */
export const widgetsBody = z
  .array(
    z.object({
      widgetable_token: z.string(),
      title: title().register(emptyValueRules, { blank: 'absent' }).optional(),
      settings: z.object({ display_type: choice(displayTypes) }).optional(),
    }),
  )
  .max(500);

type RequestedWidget = z.output<typeof widgetsBody>[number];

interface WidgetKind {
  rows: {
    find(
      ctx: Context,
      token: string,
    ): Promise<{ title: string; workspace_token: string } | undefined>;
  };
  /** Display type of widgets without settings. */
  defaultDisplay: (typeof displayTypes)[number];
}

/** Objects that a widget can show, by token prefix; their tables need the trigger `end_widgets`. */
const widgetKinds: Readonly<Record<string, WidgetKind>> = {
  rprt: { rows: costReports.rows, defaultDisplay: 'chart' },
  prvdr_rsrc_rprt: { rows: resourceReports.rows, defaultDisplay: 'table' },
  rec_vw: { rows: recommendationViews.rows, defaultDisplay: 'table' },
  kbnts_eff_rprt: { rows: kubernetesEfficiencyReports.rows, defaultDisplay: 'chart' },
  fncl_cmnt_rprt: { rows: financialCommitmentReports.rows, defaultDisplay: 'chart' },
  ntflw_lg_rprt: { rows: networkFlowReports.rows, defaultDisplay: 'chart' },
};

/**
 * Fills in the defaults of widgets. Their reports must be visible to the caller and belong to the
 * workspace; reports that are already on the dashboard may stay.
 */
export async function resolveWidgets(
  ctx: Context,
  requested: readonly RequestedWidget[],
  workspace: string,
  stored: readonly DashboardWidget[],
  field = 'widgetable_token',
): Promise<DashboardWidget[]> {
  const resolved: DashboardWidget[] = [];
  for (const { widgetable_token: token, title: customTitle, settings } of requested) {
    const kind = widgetKinds[prefixOf(token)];
    const found = await kind?.rows.find(ctx, token);
    const existing = stored.find((widget) => widget.widgetable_token === token);
    if (!existing && found?.workspace_token !== workspace) {
      throw new UnknownReference('Report or view', field, token);
    }
    resolved.push({
      widgetable_token: token,
      title: customTitle ?? found?.title ?? existing!.title,
      settings: settings ?? { display_type: kind?.defaultDisplay ?? 'chart' },
    });
  }
  return resolved;
}

/** Replaces the widgets of a dashboard. */
export async function replaceWidgets(
  ctx: Context,
  dashboard: string,
  widgets: readonly DashboardWidget[],
): Promise<void> {
  await ctx.db.deleteFrom('dashboard_widgets').where('dashboard_token', '=', dashboard).execute();
  if (widgets.length === 0) return;
  await ctx.db
    .insertInto('dashboard_widgets')
    .values(
      widgets.map(({ widgetable_token, title: widgetTitle, settings }) => ({
        dashboard_token: dashboard,
        widgetable_token,
        title: widgetTitle,
        display_type: settings.display_type,
      })),
    )
    .execute();
}
