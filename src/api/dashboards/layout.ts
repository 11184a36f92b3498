import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { costReports } from '../../domain/reports/cost-reports/index.js';
import {
  dashboards,
  gridColumns,
  overlaps,
  type ItemKindName,
  kindOf,
  DashboardLayout,
  kindNames,
  type LayoutItem,
  placeFields,
  readLayout,
  serializeLayout,
  storedWidgets,
} from '../../domain/reports/dashboards/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, emptyValueRules, text, title } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import { DomainFailure, ShapeFailure, UnknownReference } from '../../platform/lib/errors.js';
import { prefixOf } from '../../platform/lib/tokens.js';
import { replaceWidgets, resolveWidgets } from './widgets.js';

const path = '/v2/dashboards/{dashboard_token}/layout';
const params = z.object({ dashboard_token: z.string() });

const itemBody = z.object({
  kind: choice(kindNames),
  title: title().register(emptyValueRules, { blank: 'absent' }).optional(),
  widgetable_token: z.string().optional(),
  text: text().optional(),
  follows_dates: z.boolean().optional(),
  ...placeFields,
});
type RequestedItem = z.output<typeof itemBody>;

const getDashboardLayout = operation({
  id: 'getDashboardLayout',
  tag: 'Dashboards',
  method: 'GET',
  path,
  summary: 'Get what a dashboard shows, and where',
  params,
  status: 200,
  errors: [404],
  response: DashboardLayout,
  run: async ({ params: { dashboard_token: token } }, ctx) =>
    serializeLayout(token, await readLayout(ctx, await dashboards.rows.load(ctx, token))),
});

const updateDashboardLayout = operation({
  id: 'updateDashboardLayout',
  tag: 'Dashboards',
  method: 'PUT',
  path,
  summary: 'Replace what a dashboard shows, and where; its widgets follow',
  params,
  body: z
    .object({
      items: z.array(itemBody).max(1000),
      version: z
        .string()
        .optional()
        .describe('Version that the layout must still have, so that no other change is lost.'),
    })
    .meta({ id: 'updateDashboardLayout' }),
  status: 200,
  errors: [400, 404],
  response: DashboardLayout,
  run: async ({ params: { dashboard_token: token }, body }, ctx) => {
    const row = await dashboards.rows.loadForUpdate(ctx, token);
    const before = await readLayout(ctx, row);
    if (body.version !== undefined && body.version !== serializeLayout(token, before).version) {
      throw new DomainFailure(['The layout has been changed since it was read; read it again']);
    }
    checkItems(body.items);
    const { items, changedRow } = await store(ctx, row, before, body.items);
    const values = await dashboards.serialize(row, ctx);
    const after = await dashboards.serialize(changedRow, ctx);
    await dashboards.record(ctx, row, { ...values, layout: before }, { ...after, layout: items });
    return serializeLayout(token, items);
  },
});

/** Stores items, and the widgets among them as widgets. */
async function store(
  ctx: Context,
  row: Row<'dashboards'>,
  before: readonly LayoutItem[],
  requested: readonly RequestedItem[],
) {
  const resolved = await resolveItems(ctx, row, before, requested);
  const widgets = resolved.flatMap(({ kind, title: itemTitle, widgetable_token: report }) => {
    const { display } = kindOf(kind);
    return display && report
      ? [{ widgetable_token: report, title: itemTitle, settings: { display_type: display } }]
      : [];
  });
  const hasNewWidgets = !isDeepStrictEqual(widgets, storedWidgets(row));
  if (hasNewWidgets) await replaceWidgets(ctx, row.token, widgets);
  const isChanged = hasNewWidgets || !isDeepStrictEqual(resolved, before);
  const changedRow = await dashboards.rows.update(ctx, row.token, {
    layout: JSON.stringify(resolved),
    ...(isChanged && { updated_at: ctx.now }),
  });
  return { items: await readLayout(ctx, changedRow), changedRow };
}

/** Fills in defaults. Reports must be visible to the caller; those that are on the dashboard may stay. */
async function resolveItems(
  ctx: Context,
  row: Row<'dashboards'>,
  before: readonly LayoutItem[],
  requested: readonly RequestedItem[],
): Promise<LayoutItem[]> {
  const known = before.flatMap(({ widgetable_token: token, title: knownTitle }) =>
    token === null
      ? []
      : [
          {
            widgetable_token: token,
            title: knownTitle,
            settings: { display_type: 'chart' as const },
          },
        ],
  );
  const items: LayoutItem[] = [];
  for (const [index, item] of requested.entries()) {
    const { kind, widgetable_token: token, title: ownTitle } = item;
    if (kindOf(kind).showsCosts) await requireCostReport(ctx, kind, token!, index);
    const shown = { widgetable_token: token ?? '', title: ownTitle };
    const [widget] =
      token === undefined
        ? []
        : await resolveWidgets(ctx, [shown], row.workspace_token, known, 'widgetable_token');
    items.push({
      kind,
      title: ownTitle ?? widget?.title ?? '',
      widgetable_token: token ?? null,
      text: item.text ?? null,
      follows_dates: item.follows_dates ?? true,
      x: item.x,
      y: item.y,
      width: item.width,
      height: item.height,
    });
  }
  return items;
}

async function requireCostReport(
  ctx: Context,
  kind: ItemKindName,
  token: string,
  index: number,
): Promise<void> {
  if (prefixOf(token) !== 'rprt') {
    throw new ShapeFailure([`items[${index}].widgetable_token must be a cost report`]);
  }
  if (kind !== 'segments') return;
  const report = await costReports.rows.find(ctx, token);
  if (!report) throw new UnknownReference('Report or view', 'widgetable_token', token);
  if (report.segment_token === null) {
    throw new ShapeFailure([`items[${index}].widgetable_token must be the report of a segment`]);
  }
}

/** What a schema cannot express: which keys a kind needs, and that items lie beside each other. */
function checkItems(items: readonly RequestedItem[]): void {
  const problems = items.flatMap((item, index) => problemsOf(item, `items[${index}]`));
  if (problems.length === 0) problems.push(...overlapsIn(items));
  if (problems.length > 0) throw new ShapeFailure(problems);
}

function problemsOf(item: RequestedItem, name: string): string[] {
  const { showsReport, hasText = false } = kindOf(item.kind);
  const fields = [
    { key: 'widgetable_token', isNeeded: showsReport },
    { key: 'text', isNeeded: hasText },
  ] as const;
  return [
    ...fields.flatMap(({ key, isNeeded }) => {
      if (isNeeded) return item[key] === undefined ? [`${name}.${key} is missing`] : [];
      return item[key] === undefined ? [] : [`${name}.${key} does not apply to ${item.kind}`];
    }),
    ...(item.x + item.width > gridColumns
      ? [`${name} must end at column ${gridColumns}: x and width are ${item.x + item.width}`]
      : []),
  ];
}

function overlapsIn(items: readonly RequestedItem[]): string[] {
  for (const [index, item] of items.entries()) {
    const other = items.findIndex((each, at) => at < index && overlaps(each, item));
    if (other >= 0) return [`items[${index}] overlaps items[${other}]`];
  }
  return [];
}

export const dashboardLayoutOperations = [getDashboardLayout, updateDashboardLayout];
