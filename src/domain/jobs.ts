import { auditRetention } from '../platform/jobs/audit-retention.js';
import { databaseUpkeep } from '../platform/jobs/database-upkeep.js';
import { credentialCleanUp } from '../platform/jobs/credential-clean-up.js';
import { detectAnomaliesJob } from './watch/anomaly-notifications/detect-anomalies-job.js';
import { evaluateRules } from './watch/budget-alerts/evaluate-rules.js';
import { evaluateCostAlerts } from './watch/cost-alerts/evaluate-cost-alerts.js';
import { deliverMessagesJob } from './watch/delivery/deliver-messages-job.js';
import { dataExportCleanUp } from './reports/exports/data-export-clean-up.js';
import { forecastReport } from './reports/cost-reports/forecast-report-job.js';
import { forecastReports } from './reports/cost-reports/forecast-reports-job.js';
import type { Job } from '../platform/jobs/job.js';
import { refreshCommitmentsJob } from './optimise/financial-commitments/refresh-commitments-job.js';
import { findRecommendationsJob } from './optimise/recommendations/find-recommendations-job.js';
import { generateInvoiceJob } from './billing/invoices/generate-invoice-job.js';
import { loadCleanUp } from './intake/ingest/load-clean-up.js';
import { makeDataExport } from './reports/exports/make-data-export.js';
import { deleteFilesJob } from './billing/managed-accounts/delete-managed-account.js';
import { inviteFirstOwnerJob } from './billing/managed-accounts/invitation.js';
import { networkFlowCleanUp } from './optimise/network-flows/network-flow-clean-up.js';
import { sendReportNotifications } from './watch/report-notifications/send-report-notifications.js';
import { refreshCanvases, refreshOneCanvas } from './reports/canvases/refresh-canvases.js';
import { priceCleanUp } from './optimise/prices/price-clean-up.js';
import { pullBusinessMetrics } from './reports/business-metrics/pull-business-metrics.js';
import { priceClusters } from './optimise/kubernetes/price-clusters.js';
import { pullClusterSources } from './optimise/kubernetes/pull-cluster-sources.js';
import { rebillManagedAccounts } from './billing/rebilling/rebill-managed-accounts.js';
import { syncResourcesJob } from './optimise/resources/sync-resources-job.js';
import { dataFileFormats } from './data-file-formats.js';
import { pollBillSources } from './intake/bill-sources/poll-bill-sources.js';

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
