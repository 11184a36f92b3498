import { sql } from 'kysely';
import { z } from 'zod';

export const displayTypes = ['table', 'chart'] as const;

export const DashboardWidget = z
  .object({
    widgetable_token: z.string().describe('Report or view that the widget shows.'),
    title: z.string(),
    settings: z
      .object({ display_type: z.enum(displayTypes) })
      .meta({ id: 'DashboardWidgetSettings' }),
  })
  .meta({ id: 'DashboardWidget' });

export type DashboardWidget = z.output<typeof DashboardWidget>;

/** Subquery for the widgets of a dashboard in order. */
export const widgetsOfDashboard = sql<DashboardWidget[]>`coalesce((
  select jsonb_agg(jsonb_build_object('widgetable_token', w.widgetable_token, 'title', w.title,
    'settings', jsonb_build_object('display_type', w.display_type)) order by w.id)
  from dashboard_widgets w where w.dashboard_token = dashboards.token), '[]')`;

/** The widgets of a dashboard row; row types do not include computed columns. */
export function storedWidgets(row: object = {}): DashboardWidget[] {
  const { widgets = [] }: { widgets?: DashboardWidget[] } = row;
  return widgets;
}
