import { auditRetention } from './audit-retention.js';
import { credentialCleanUp } from './credential-clean-up.js';
import type { Job } from './job.js';
import { loadCleanUp } from './load-clean-up.js';
import { watchLocations } from './watch-locations.js';

/** Every job of the service. */
export const allJobs: readonly Job[] = [
  auditRetention,
  credentialCleanUp,
  loadCleanUp,
  watchLocations,
];
