export { readSegmentCosts, type TreeCosts } from './read-segment-costs.js';
export { readSegmentTrees, type SegmentTree } from './read-segment-trees.js';
export { lockSegmentTrees, requireMovable, requireParent } from './segment-parent.js';
export { createSegmentReport, syncSegmentReports } from './segment-reports.js';
export { SegmentReportSettings, segments } from './segment.js';
