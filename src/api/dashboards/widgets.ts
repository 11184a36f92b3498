import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { choice, manners, title } from '../../platform/kernel/fields.js';
import { prefixOf } from '../../platform/lib/tokens.js';
import { costReports } from '../cost-reports/cost-reports.js';

const displayTypes = ['table', 'chart'] as const;

export const DashboardWidget = z
  .object({
    widgetable_token: z.string().describe('The report or view that it shows.'),
    title: z.string(),
    settings: z
      .object({ display_type: z.enum(displayTypes) })
      .meta({ id: 'DashboardWidgetSettings' }),
  })
  .meta({ id: 'DashboardWidget' });

type DashboardWidget = z.output<typeof DashboardWidget>;

/** A widget without a title takes that of what it shows, as it is then. */
export const widgetsBody = z
  .array(
    z.object({
      widgetable_token: z.string(),
      title: title().register(manners, { blank: 'absent' }).optional(),
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

/** Widgets of a dashboard in their order; read with its row. */
export const widgetsOfDashboard = sql<DashboardWidget[]>`coalesce((
  select jsonb_agg(jsonb_build_object('widgetable_token', w.widgetable_token, 'title', w.title,
    'settings', jsonb_build_object('display_type', w.display_type)) order by w.id)
  from dashboard_widgets w where w.dashboard_token = dashboards.token), '[]')`;

/** The widgets of a row that computes them; the type of a row does not know what is computed. */
export function storedWidgets(row: object = {}): DashboardWidget[] {
  const { widgets = [] }: { widgets?: DashboardWidget[] } = row;
  return widgets;
}

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
