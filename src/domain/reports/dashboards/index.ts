export { applyDashboard, loadDashboardWithReport } from './apply-dashboard.js';
export {
  dashboardDateBins,
  dashboards,
  requireDashboard,
  workspaceOfDashboard,
} from './dashboard.js';
export { blocksOf, partsOf, type TextPart } from './formatted-text.js';
export { gridColumns, inReadingOrder, overlaps } from './grid.js';
export { inFiles, type ItemKindName, kindOf } from './item-kinds.js';
export {
  DashboardLayout,
  kindNames,
  type LayoutItem,
  placeFields,
  readLayout,
  serializeLayout,
} from './layout.js';
export { type DashboardWidget, displayTypes, storedWidgets } from './widget.js';
