import { requestMetrics } from '../platform/http/metrics.js';
import { jobMetrics, measureQueues } from '../platform/jobs/job-metrics.js';
import type { Services } from '../platform/kernel/services.js';
import type { Clock } from '../platform/lib/time.js';
import { storeMeasurements, storeMetrics } from '../platform/store/store-metrics.js';
import { serverInfo } from '../platform/telemetry/server-info.js';
import type { Measurement, Metric } from '../platform/telemetry/metric.js';
import { measureLastBackup } from './installation/backups/index.js';
import { sourceChecks } from './intake/bill-sources/index.js';
import { importMetrics } from './intake/ingest/index.js';
import { measureIntegrations } from './intake/integrations/index.js';
import { deliveryMetrics, measureDeliveries } from './watch/delivery/index.js';

/** Every metric of the service; docs/metrics.md lists them. */
export const allMetrics: readonly Metric[] = [
  ...serverInfo.metrics,
  ...requestMetrics,
  ...importMetrics,
  sourceChecks,
  ...measureIntegrations.metrics,
  ...jobMetrics,
  ...deliveryMetrics,
  ...measureLastBackup.metrics,
  ...storeMetrics,
];

/** What is measured whenever the metrics are read. */
export const allMeasurements: readonly Measurement<Services & { clock: Clock }>[] = [
  ...storeMeasurements,
  serverInfo,
  measureIntegrations,
  measureQueues,
  measureDeliveries,
  measureLastBackup,
];
