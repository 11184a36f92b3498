import { inReadingOrder } from '../../../../src/domain/reports/dashboards/grid.js';
import type { LayoutItem } from '../../features/dashboards/layout.js';
import './dashboards.css';
import { placeStyle } from './grid-item.js';
import type { WidgetScope } from './view.js';
import { Widget } from './widgets/Widget.js';

/** The items of a dashboard on its grid; below each other on a narrow screen. */
export function DashboardGrid({
  items,
  scope,
}: {
  items: readonly LayoutItem[];
  scope: WidgetScope;
}) {
  return (
    <div className="dashboard-grid">
      {inReadingOrder(items).map((item) => (
        <div key={`${item.x} ${item.y}`} className="dashboard-item" style={placeStyle(item)}>
          <Widget item={item} scope={scope} />
        </div>
      ))}
    </div>
  );
}
