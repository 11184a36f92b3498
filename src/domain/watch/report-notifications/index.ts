export { changeForms, frequencies, reportNotifications } from './report-notification.js';
export { sendReportNotifications } from './send-report-notifications.js';
