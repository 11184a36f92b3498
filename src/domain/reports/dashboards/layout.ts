import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { freePlace, gridColumns, maxItemHeight } from './grid.js';
import { type ItemKindName, itemKinds, kindOf } from './item-kinds.js';
import { type DashboardWidget, storedWidgets } from './widget.js';

export const kindNames = Object.keys(itemKinds) as [ItemKindName, ...ItemKindName[]];

/** Integers of a place; both sides of the API use them. */
export const placeFields = {
  x: z
    .int()
    .min(0)
    .max(gridColumns - 1)
    .describe('First column, counted from 0.'),
  y: z.int().min(0).max(100_000).describe('First row, counted from 0.'),
  width: z.int().min(1).max(gridColumns).describe('Columns.'),
  height: z.int().min(1).max(maxItemHeight).describe('Rows.'),
};

const LayoutItem = z
  .object({
    kind: z.enum(kindNames).describe('chart and table are the widgets of the dashboard.'),
    title: z.string(),
    widgetable_token: z
      .string()
      .nullable()
      .describe('Report that is shown; of segments, the report of their parent segment.'),
    text: z.string().nullable().describe('Of text only.'),
    follows_dates: z.boolean().describe('Whether the dates of the dashboard apply to it.'),
    ...placeFields,
  })
  .meta({ id: 'DashboardLayoutItem' });

export type LayoutItem = z.output<typeof LayoutItem>;

export const DashboardLayout = z
  .object({
    dashboard_token: z.string(),
    columns: z.int(),
    version: z.string().describe('Changes with the layout; an update can require it.'),
    items: z
      .array(LayoutItem)
      .describe('The widgets in their order, then everything else. Items do not overlap.'),
  })
  .meta({ id: 'DashboardLayout' });

type StoredItem = LayoutItem;

/** The items that were stored last; row types do not know their shape. */
export const storedItems = ({ layout }: Pick<Row<'dashboards'>, 'layout'>): StoredItem[] =>
  layout as StoredItem[];

/** The layout of a dashboard as it is now: new widgets have a place, and what is gone is not listed. */
export async function readLayout(ctx: Context, row: Row<'dashboards'>): Promise<LayoutItem[]> {
  const stored = storedItems(row);
  const shown = await existingReports(ctx, row, stored);
  const isWidget = ({ kind }: StoredItem) => kindOf(kind).display !== undefined;
  const others = stored.filter(
    (item) =>
      !isWidget(item) && (item.widgetable_token === null || shown.has(item.widgetable_token)),
  );
  return placeWidgets(storedWidgets(row), stored.filter(isWidget), others);
}

/** Widgets with the places that were stored for their reports, or a free one. */
function placeWidgets(
  widgets: readonly DashboardWidget[],
  stored: readonly StoredItem[],
  others: readonly StoredItem[],
): LayoutItem[] {
  const left = [...stored];
  const known = widgets.map((widget) => {
    const at = left.findIndex(({ widgetable_token: token }) => token === widget.widgetable_token);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const placed = [...known.filter((item) => item !== undefined), ...others];
  const items = widgets.map((widget, index): LayoutItem => {
    const kind = widget.settings.display_type === 'table' ? 'table' : 'chart';
    const item = known[index];
    const place = item ?? freePlace(placed, kindOf(kind).size);
    if (!item) placed.push({ ...place } as LayoutItem);
    return {
      kind,
      title: widget.title,
      widgetable_token: widget.widgetable_token,
      text: null,
      follows_dates: item?.follows_dates ?? true,
      x: place.x,
      y: place.y,
      width: place.width,
      height: place.height,
    };
  });
  return [...items, ...others];
}

/** Those of the shown reports that still exist in the workspace, whoever can see them. */
async function existingReports(
  { db }: Context,
  { workspace_token }: Row<'dashboards'>,
  items: readonly StoredItem[],
): Promise<ReadonlySet<string>> {
  const tokens = items.flatMap(({ widgetable_token: token }) => token ?? []);
  if (tokens.length === 0) return new Set();
  const rows = await db
    .selectFrom('cost_reports')
    .select('token')
    .where('token', 'in', tokens)
    .where('workspace_token', '=', workspace_token)
    .execute();
  return new Set(rows.map(({ token }) => token));
}

export const serializeLayout = (
  dashboard: string,
  items: LayoutItem[],
): z.input<typeof DashboardLayout> => ({
  dashboard_token: dashboard,
  columns: gridColumns,
  version: createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16),
  items,
});
