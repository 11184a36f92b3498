import { auditRetention } from './audit-retention.js';
import { databaseUpkeep } from './database-upkeep.js';
import { credentialCleanUp } from './credential-clean-up.js';
import { dataExportCleanUp } from './data-export-clean-up.js';
import { forecastReport } from './forecast-report.js';
import { forecastReports } from './forecast-reports.js';
import type { Job } from './job.js';
import { loadCleanUp } from './load-clean-up.js';
import { makeDataExport } from './make-data-export.js';
import { refreshCanvases, refreshOneCanvas } from './refresh-canvases.js';
import { pullBusinessMetrics } from './pull-business-metrics.js';
import { watchLocations } from './watch-locations.js';

/** Every job of the service. */
export const allJobs: readonly Job[] = [
  auditRetention,
  credentialCleanUp,
  databaseUpkeep,
  dataExportCleanUp,
  forecastReport,
  forecastReports,
  loadCleanUp,
  makeDataExport,
  refreshCanvases,
  refreshOneCanvas,
  pullBusinessMetrics,
  watchLocations,
];
