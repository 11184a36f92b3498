export { fillAllocation } from './allocation-format.js';
export { type AllocationRow, idleNamespace } from './allocation-row.js';
export { ClusterSource } from './cluster-source.js';
export { groupingNames, groupingsOrDefault } from './efficiency-groupings.js';
export { hiddenNodes } from './hidden-nodes.js';
export {
  efficiencyBuckets,
  efficiencyMeasures,
  kubernetesEfficiencyReports,
} from './kubernetes-efficiency-report.js';
export { readAccountScope } from './node-owners.js';
export { openCostCsv } from './opencost-csv.js';
export { openCostCloudCost, openCostJson } from './opencost-json.js';
export { openCostParquet } from './opencost-parquet.js';
export { openShiftPods, openShiftStorage } from './openshift.js';
export { priceClusters } from './price-clusters.js';
export type { Usage } from './price-node-hour.js';
export { type NodeHour, priceNodeHour } from './price-usage.js';
export { pullClusterSources } from './pull-cluster-sources.js';
export { readEfficiency, readEfficiencyScope } from './read-efficiency.js';
export { resolveEfficiencyQuery } from './resolve-efficiency-query.js';
export { storeAllocation } from './store-allocation.js';
