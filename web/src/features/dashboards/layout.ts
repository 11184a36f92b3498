import { type Place, freePlace } from '../../../../src/domain/reports/dashboards/grid.js';
import { itemKinds } from '../../../../src/domain/reports/dashboards/item-kinds.js';
import type { Schemas } from '../../api/types.js';

export type Dashboard = Schemas['Dashboard'];
export type LayoutItem = Schemas['DashboardLayoutItem'];
export type ItemKind = LayoutItem['kind'];

export const dashboardsPath = '/v2/dashboards';
export const dashboardPath = '/v2/dashboards/{dashboard_token}';
export const layoutPath = '/v2/dashboards/{dashboard_token}/layout';

/** What an item shows, without its place. */
export type ItemFields = Pick<
  LayoutItem,
  'kind' | 'title' | 'widgetable_token' | 'text' | 'follows_dates'
>;

/** An item at a free place among others. */
export const placed = (items: readonly Place[], fields: ItemFields): LayoutItem => ({
  ...fields,
  ...freePlace(items, itemKinds[fields.kind].size),
});

/** An item that shows a report; without a title it gets that of the report. */
export const itemOfReport = (token: string, title = ''): ItemFields => ({
  kind: shownAsTable.some((prefix) => token.startsWith(prefix)) ? 'table' : 'chart',
  title,
  widgetable_token: token,
  text: null,
  follows_dates: true,
});

const shownAsTable = ['prvdr_rsrc_rprt_', 'rec_vw_'];

/** An item as the API takes it. */
export const itemBody = (item: LayoutItem) => ({
  kind: item.kind,
  title: item.title,
  widgetable_token: item.widgetable_token ?? undefined,
  text: item.text ?? undefined,
  follows_dates: item.follows_dates,
  x: item.x,
  y: item.y,
  width: item.width,
  height: item.height,
});
