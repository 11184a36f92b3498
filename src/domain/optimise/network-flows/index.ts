export {
  flowDirections,
  type FlowGrouping,
  flowGroupingList,
  flowGroupings,
  flowWeights,
  joinFlowGroupings,
} from './flow-groupings.js';
export { readFlowLabels } from './flow-labels.js';
export { readFlowCoverage } from './flow-loads.js';
export { flowIntervals, relativeFlowIntervals } from './flow-report-dates.js';
export { networkFlowCleanUp } from './network-flow-clean-up.js';
export { networkFlowReports } from './network-flow-report.js';
export { readFlows } from './read-flows.js';
export { readTrafficPeers, type TrafficPeers } from './read-traffic-peers.js';
export { resolveFlowQuery } from './resolve-flow-query.js';
export { vpcFlowLogs } from './vpc-flow-logs.js';
