export { changeForms, frequencies, reportNotifications } from './report-notification.js';
export { dueRun } from './schedule.js';
export { sendReportNotifications } from './send-report-notifications.js';
