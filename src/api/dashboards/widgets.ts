import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { choice, emptyValueRules, title } from '../../platform/kernel/fields.js';
import { prefixOf } from '../../platform/lib/tokens.js';
import { costReports } from '../../domain/cost-reports/cost-report.js';
import { type DashboardWidget, displayTypes } from '../../domain/dashboards/widget.js';

/** A widget without a title takes that of what it shows, as it is then. */
export const widgetsBody = z
  .array(
    z.object({
      widgetable_token: z.string(),
      title: title().register(emptyValueRules, { blank: 'absent' }).optional(),
      settings: z.object({ display_type: choice(displayTypes) }).optional(),
    }),
  )
  .max(500);

type SentWidget = z.output<typeof widgetsBody>[number];

interface WidgetKind {
  rows: {
    find(
      ctx: Context,
      token: string,
    ): Promise<{ title: string; workspace_token: string } | undefined>;
  };
  /** How it is shown unless said otherwise. */
  display: (typeof displayTypes)[number];
}

/** What a widget can show, by the prefix of its token; its table gets the trigger `end_widgets`. */
const widgetKinds: Readonly<Record<string, WidgetKind>> = {
  rprt: { rows: costReports.rows, display: 'chart' },
};

/**
 * Widgets with everything that was left open. What they show must be seen by the caller and lie in the
 * workspace; what is shown already may stay, whoever put it there.
 */
export async function resolveWidgets(
  ctx: Context,
  wanted: readonly SentWidget[],
  workspace: string,
  stored: readonly DashboardWidget[],
): Promise<DashboardWidget[]> {
  const resolved: DashboardWidget[] = [];
  for (const { widgetable_token: shown, title: given, settings } of wanted) {
    const kind = widgetKinds[prefixOf(shown)];
    const found = await kind?.rows.find(ctx, shown);
    const earlier = stored.find((widget) => widget.widgetable_token === shown);
    if (!earlier && found?.workspace_token !== workspace) {
      throw new UnknownReference('Report or view', 'widgetable_token', shown);
    }
    resolved.push({
      widgetable_token: shown,
      title: given ?? found?.title ?? earlier!.title,
      settings: settings ?? { display_type: kind?.display ?? 'chart' },
    });
  }
  return resolved;
}

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
      widgets.map(({ widgetable_token, title: shown, settings }) => ({
        dashboard_token: dashboard,
        widgetable_token,
        title: shown,
        display_type: settings.display_type,
      })),
    )
    .execute();
}
