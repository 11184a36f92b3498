import type { DataFileFormat } from './intake/data-files/index.js';
import { priceListFileFormats } from './optimise/prices/index.js';
import {
  openCostCsv,
  openCostCloudCost,
  openCostJson,
  openCostParquet,
  openShiftPods,
  openShiftStorage,
} from './optimise/kubernetes/index.js';
import { vpcFlowLogs } from './optimise/network-flows/index.js';
import {
  awsConfig,
  azureResourceGraph,
  gcpAssets,
  plainInventory,
  cloudWatch,
  openMetrics,
  utilizationCsv,
} from './optimise/resources/index.js';

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
