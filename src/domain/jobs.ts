import { auditRetention } from '../platform/jobs/audit-retention.js';
import { databaseUpkeep } from '../platform/jobs/database-upkeep.js';
import { credentialCleanUp } from '../platform/jobs/credential-clean-up.js';
import { detectAnomaliesJob } from './anomaly-notifications/detect-anomalies-job.js';
import { evaluateRules } from './budget-alerts/evaluate-rules.js';
import { evaluateCostAlerts } from './cost-alerts/evaluate-cost-alerts.js';
import { deliverMessagesJob } from './delivery/deliver-messages-job.js';
import { dataExportCleanUp } from './exports/data-export-clean-up.js';
import { forecastReport } from './cost-reports/forecast-report-job.js';
import { forecastReports } from './cost-reports/forecast-reports-job.js';
import type { Job } from '../platform/jobs/job.js';
import { refreshCommitmentsJob } from './financial-commitments/refresh-commitments-job.js';
import { findRecommendationsJob } from './recommendations/find-recommendations-job.js';
import { generateInvoiceJob } from './invoices/generate-invoice-job.js';
import { loadCleanUp } from './ingest/load-clean-up.js';
import { makeDataExport } from './exports/make-data-export.js';
import { deleteFilesJob } from './managed-accounts/delete-managed-account.js';
import { inviteFirstOwnerJob } from './managed-accounts/invitation.js';
import { networkFlowCleanUp } from './network-flows/network-flow-clean-up.js';
import { sendReportNotifications } from './report-notifications/send-report-notifications.js';
import { refreshCanvases, refreshOneCanvas } from './canvases/refresh-canvases.js';
import { priceCleanUp } from './prices/price-clean-up.js';
import { pullBusinessMetrics } from './business-metrics/pull-business-metrics.js';
import { priceClusters } from './kubernetes/price-clusters.js';
import { pullClusterSources } from './kubernetes/pull-cluster-sources.js';
import { rebillManagedAccounts } from './rebilling/rebill-managed-accounts.js';
import { syncResourcesJob } from './resources/sync-resources-job.js';
import { dataFileFormats } from './data-file-formats.js';
import { pollBillSources } from './bill-sources/poll-bill-sources.js';

/** Every job of the service. */
export const allJobs: readonly Job[] = [
  auditRetention,
  credentialCleanUp,
  databaseUpkeep,
  dataExportCleanUp,
  deleteFilesJob,
  deliverMessagesJob,
  evaluateCostAlerts,
  detectAnomaliesJob,
  evaluateRules,
  findRecommendationsJob,
  forecastReport,
  forecastReports,
  inviteFirstOwnerJob,
  generateInvoiceJob,
  loadCleanUp,
  makeDataExport,
  priceCleanUp,
  networkFlowCleanUp,
  refreshCanvases,
  refreshCommitmentsJob,
  refreshOneCanvas,
  pullBusinessMetrics,
  pollBillSources(dataFileFormats),
  priceClusters,
  pullClusterSources,
  rebillManagedAccounts,
  sendReportNotifications,
  syncResourcesJob,
];
