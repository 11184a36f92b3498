import { auditRetention } from '../platform/jobs/audit-retention.js';
import { databaseUpkeep } from '../platform/jobs/database-upkeep.js';
import { credentialCleanUp } from '../platform/jobs/credential-clean-up.js';
import { detectAnomaliesJob } from './watch/anomaly-notifications/index.js';
import { evaluateRules } from './watch/budget-alerts/index.js';
import { evaluateCostAlerts } from './watch/cost-alerts/index.js';
import { deliverMessagesJob } from './watch/delivery/index.js';
import { dataExportCleanUp, makeDataExport } from './reports/exports/index.js';
import { forecastReport, forecastReports } from './reports/cost-reports/index.js';
import type { Job } from '../platform/jobs/job.js';
import { refreshCommitmentsJob } from './optimise/financial-commitments/index.js';
import { findRecommendationsJob } from './optimise/recommendations/index.js';
import { generateInvoiceJob } from './billing/invoices/index.js';
import { loadCleanUp } from './intake/ingest/index.js';
import { deleteFilesJob, inviteFirstOwnerJob } from './billing/managed-accounts/index.js';
import { networkFlowCleanUp } from './optimise/network-flows/index.js';
import { sendDashboards } from './watch/dashboard-notifications/index.js';
import { sendReportNotifications } from './watch/report-notifications/index.js';
import { refreshCanvases, refreshOneCanvas } from './reports/canvases/index.js';
import { priceCleanUp } from './optimise/prices/index.js';
import { pullBusinessMetrics } from './reports/business-metrics/index.js';
import { priceClusters, pullClusterSources } from './optimise/kubernetes/index.js';
import { rebillManagedAccounts } from './billing/rebilling/index.js';
import { syncResourcesJob } from './optimise/resources/index.js';
import { dataFileFormats } from './data-file-formats.js';
import { pollBillSources } from './intake/bill-sources/index.js';

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
  sendDashboards,
  syncResourcesJob,
];
