export type { CostFigures, DashboardDocument } from './dashboard-document.js';
export { dashboardFiles } from './dashboard-files.js';
export { readDashboard } from './read-dashboard.js';
export { storeDashboard } from './store-dashboard.js';
