export { assignWorkspaces } from './assign-workspaces.js';
export { chooseIntegration } from './choose-integration.js';
export { concernedAccounts } from './concerned-accounts.js';
export { costsUploads, UserCostsUpload } from './costs-upload.js';
export { createIntegration } from './create-integration.js';
export {
  countRejectedRows,
  type ImportReport,
  readImportReport,
  readRejectedRows,
} from './import-report.js';
export {
  ImportRun,
  readImportQueue,
  serializeImportRun,
  startDataFileRun,
  startImportRun,
} from './import-run.js';
export { measureIntegrations } from './integration-metrics.js';
export { Integration, integrations, listedIntegrations } from './integration.js';
export { Load, RejectedRow, serializeLoad, visibleLoads, visibleTokens } from './load.js';
export { reconcile, ReconciledMonth } from './reconcile.js';
export { removeCostsUpload, resetStatusWithoutCosts } from './remove-costs-upload.js';
export { storeCostsUpload } from './store-costs-upload.js';
export { resumeUploads } from './upload-run.js';
