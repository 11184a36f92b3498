import type { DataFileFormat } from './intake/data-files/data-file.js';
import { priceListFileFormats } from './optimise/prices/price-list-files.js';
import { openCostCsv } from './optimise/kubernetes/opencost-csv.js';
import { openCostCloudCost, openCostJson } from './optimise/kubernetes/opencost-json.js';
import { openCostParquet } from './optimise/kubernetes/opencost-parquet.js';
import { openShiftPods, openShiftStorage } from './optimise/kubernetes/openshift.js';
import { vpcFlowLogs } from './optimise/network-flows/vpc-flow-logs.js';
import { awsConfig } from './optimise/resources/inventory/aws-config.js';
import { azureResourceGraph } from './optimise/resources/inventory/azure-resource-graph.js';
import { gcpAssets } from './optimise/resources/inventory/gcp-assets.js';
import { plainInventory } from './optimise/resources/inventory/plain-inventory.js';
import { cloudWatch } from './optimise/resources/utilization/cloudwatch.js';
import { openMetrics } from './optimise/resources/utilization/open-metrics.js';
import { utilizationCsv } from './optimise/resources/utilization/utilization-csv.js';

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
