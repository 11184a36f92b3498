import { openCostCsv } from '../kubernetes/opencost-csv.js';
import { openCostCloudCost, openCostJson } from '../kubernetes/opencost-json.js';
import { openShiftPods, openShiftStorage } from '../kubernetes/openshift.js';
import { vpcFlowLogs } from '../network-flows/vpc-flow-logs.js';
import type { DataFileFormat } from './data-file.js';
import { priceListFileFormats } from './price-lists.js';

/** Every kind of data file, in the order in which they are tried. */
export const dataFileFormats: readonly DataFileFormat[] = [
  openCostJson,
  openCostCloudCost,
  openCostCsv,
  openShiftPods,
  openShiftStorage,
  vpcFlowLogs,
  ...priceListFileFormats,
];
