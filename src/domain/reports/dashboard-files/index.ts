export type { CostFigures, DashboardDocument, DocumentWidget } from './dashboard-document.js';
export { type DashboardView, readDashboard } from './read-dashboard.js';
export { storeDashboard } from './store-dashboard.js';
