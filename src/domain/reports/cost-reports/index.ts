export {
  type AppliedSavedFilter,
  ownSavedFilters,
  readAppliedFilters,
  reportsFilteredBy,
  reportsInFolder,
} from './applied-filters.js';
export {
  attachBusinessMetrics,
  attachedBusinessMetricsBody,
  requireBusinessMetrics,
} from './attached-business-metrics.js';
export {
  attachmentBody,
  attachmentFields,
  attachmentList,
  readAttachments,
  replaceAttachments,
  serializeAttachment,
} from './attachments.js';
export { type ForecastSeries, readBacktest } from './baseline.js';
export { costReports, loadReport, onVisibleReport, workspaceOfReport } from './cost-report.js';
export {
  defaultForecastBody,
  defaultForecastToken,
  requireReportForecast,
  setDefaultForecast,
} from './default-forecast.js';
export { forecastReport } from './forecast-report-job.js';
export { forecastReports } from './forecast-reports-job.js';
export type { ForecastChoice } from './planned-forecast.js';
export { nameGroups } from './name-groups.js';
export { queueForecasts } from './queue-forecasts.js';
export { forecastRange, readForecast } from './read-forecast.js';
export { type MonthOutlook, type ReportOutlook, readMonthOutlook } from './read-month-outlook.js';
export { readPeriodForecast } from './read-period-forecast.js';
export {
  accrued,
  readBilled,
  type ReportCosts,
  readReportCosts,
  withForecast,
} from './read-report-costs.js';
export { resolveComparison, readTotal, type SeriesComparison } from './resolve-comparison.js';
export { type Completeness, readCompleteness } from './report-completeness.js';
export { dateColumns } from './report-dates.js';
export {
  changeDefaultForecast,
  modelsOf,
  reportForecasts,
  requireEditableReport,
  requireMetric,
  requireModels,
  requireVisibleReport,
} from './report-forecast.js';
export { type ReportQuery, resolveReportQuery, resolveSegments } from './report-query.js';
export { chartSettingsBody, Settings } from './report-settings.js';
export { costParameters, type CostParameters, resolveCostQuery } from './resolve-cost-query.js';
