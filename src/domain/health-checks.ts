import type { Check } from '../platform/health/check.js';
import { clocksCheck } from '../platform/health/clocks.js';
import { jobsCheck } from '../platform/health/jobs.js';
import { diskCheck, memoryCheck } from '../platform/health/machine.js';
import { migrationsCheck } from '../platform/health/migrations.js';
import { filesInUseCheck } from '../platform/health/orphaned-files.js';
import { settingsCheck } from '../platform/health/settings.js';
import { storeChecks } from '../platform/health/stores.js';
import { invoiceFiles } from './billing/invoices/index.js';
import { lastBackupCheck } from './installation/backups/index.js';
import { loadsCheck, orphanedLinesCheck, rollupsCheck } from './intake/ingest/index.js';
import { dashboardFiles } from './reports/dashboard-files/index.js';
import { exportFiles } from './reports/exports/index.js';
import { channelsCheck, mailCheck, messageFiles } from './watch/delivery/index.js';

/** Every check of an installation, in the order in which they are shown. */
export const healthChecks: readonly Check[] = [
  settingsCheck,
  ...storeChecks,
  migrationsCheck,
  clocksCheck,
  diskCheck,
  memoryCheck,
  jobsCheck,
  lastBackupCheck,
  mailCheck,
  channelsCheck,
  loadsCheck,
  rollupsCheck,
  orphanedLinesCheck,
  filesInUseCheck([exportFiles, invoiceFiles, dashboardFiles, messageFiles]),
];
