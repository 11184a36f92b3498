export { changeForms, frequencies, reportNotifications } from './report-notification.js';
export { dueRun, firstRun, latestRun } from './schedule.js';
export { sendReportNotifications } from './send-report-notifications.js';
