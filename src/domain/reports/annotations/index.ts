export { annotations, readReports, requireEditableReports, requireReports } from './annotation.js';
