export { dashboardNotifications } from './dashboard-notification.js';
export { sendDashboards } from './send-dashboards.js';
