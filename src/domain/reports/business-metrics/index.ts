export {
  attachCostReports,
  attachedCostReportsBody,
  recordDetaching,
  requireReports,
} from './attached-cost-reports.js';
export { BusinessMetric, businessMetrics } from './business-metric.js';
export { deleteValues } from './delete-values.js';
export { listLabels, listValues } from './list-values.js';
export {
  accessSchemas,
  type IntegrationSecrets,
  type MetricProvider,
  metricProviders,
  requireMetricAccess,
  splitAccess,
} from './metric-access.js';
export { requireSentValues, sourceBodies, sourceColumns } from './metric-source-fields.js';
export { maxLabelLength, parseAmount, parseValueDate } from './parse-value.js';
export { pullBusinessMetrics } from './pull-business-metrics.js';
export { PullError } from './pull-error.js';
export { pulledImportTypes } from './pull-metric.js';
export { type AttachedMetric, readAttachedMetrics } from './read-attached-metrics.js';
export { readLabelUnitCosts } from './read-label-unit-costs.js';
export { readUnitCosts, type UnitCost } from './read-unit-costs.js';
export { storeValueList, storeValuesCsv } from './store-values.js';
export { scaleOf } from './unit-cost.js';
export type { ValueSet } from './write-values.js';
