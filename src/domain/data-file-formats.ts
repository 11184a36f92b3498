import { awsConfig } from './resources/inventory/aws-config.js';
import { azureResourceGraph } from './resources/inventory/azure-resource-graph.js';
import { gcpAssets } from './resources/inventory/gcp-assets.js';
import { plainInventory } from './resources/inventory/plain-inventory.js';
import { cloudWatch } from './resources/utilization/cloudwatch.js';
import { openMetrics } from './resources/utilization/open-metrics.js';
import { utilizationCsv } from './resources/utilization/utilization-csv.js';
import type { DataFileFormat } from './data-files/data-file.js';

/** Every kind of data file, in the order in which they are tried. */
export const dataFileFormats: readonly DataFileFormat[] = [
  awsConfig,
  azureResourceGraph,
  gcpAssets,
  plainInventory,
  cloudWatch,
  utilizationCsv,
  openMetrics,
];
