export { exportSchemas } from './cost-export-request.js';
export { dataExportCleanUp } from './data-export-clean-up.js';
export {
  acceptedText,
  DataExport,
  formulaParameter,
  pendingExport,
  PendingExport,
  queueExport,
  serializeExport,
} from './data-export.js';
export { exportFiles } from './export-files.js';
export type { KubernetesExportRequest } from './kubernetes-exporter.js';
export { makeDataExport } from './make-data-export.js';
export { type CostExportParameters, resolveCostExport } from './resolve-cost-export.js';
export type { UnitCostExportRequest } from './unit-costs-exporter.js';
