import type { LayoutItem } from '../../../../features/dashboards/layout.js';
import type { WidgetScope } from '../../view.js';

export interface RowsWidgetProps {
  item: LayoutItem;
  scope: WidgetScope;
}

/** Query parameters for the dates of a widget; none for those of its report. */
export const datesOf = ({ item, scope: { range } }: RowsWidgetProps) =>
  item.follows_dates && range ? { start_date: range.start, end_date: range.end } : {};
