import type { DataFileFormat } from './data-files/data-file.js';
import { priceListFileFormats } from './prices/price-list-files.js';
import { openCostCsv } from './kubernetes/opencost-csv.js';
import { openCostCloudCost, openCostJson } from './kubernetes/opencost-json.js';
import { openCostParquet } from './kubernetes/opencost-parquet.js';
import { openShiftPods, openShiftStorage } from './kubernetes/openshift.js';
import { vpcFlowLogs } from './network-flows/vpc-flow-logs.js';
import { awsConfig } from './resources/inventory/aws-config.js';
import { azureResourceGraph } from './resources/inventory/azure-resource-graph.js';
import { gcpAssets } from './resources/inventory/gcp-assets.js';
import { plainInventory } from './resources/inventory/plain-inventory.js';
import { cloudWatch } from './resources/utilization/cloudwatch.js';
import { openMetrics } from './resources/utilization/open-metrics.js';
import { utilizationCsv } from './resources/utilization/utilization-csv.js';

/** Every kind of data file, in the order in which they are tried. */
export const dataFileFormats: readonly DataFileFormat[] = [
  awsConfig,
  azureResourceGraph,
  gcpAssets,
  openCostJson,
  openCostCloudCost,
  openCostCsv,
  openCostParquet,
  openShiftPods,
  openShiftStorage,
  vpcFlowLogs,
  ...priceListFileFormats,
  plainInventory,
  cloudWatch,
  utilizationCsv,
  openMetrics,
];
