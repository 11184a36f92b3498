export { alignBins } from './align-bins.js';
export type { Periods } from './build-changes.js';
export type { CostDifference } from './changed-group.js';
export { buildFromClause } from './build-from-clause.js';
export { type GroupList, groupOrders, isByChange } from './build-group-list.js';
export { buildRisesStatement } from './build-rises.js';
export { buildSeriesStatement } from './build-series.js';
export { buildCountsStatement, buildRowsStatement, rowOrder } from './build-statements.js';
export { comparedRanges, type ComparedRanges, type Comparison, comparisons } from './comparison.js';
export {
  compileFilters,
  type CostFilters,
  listFilters,
  type SegmentBranch,
} from './compile-filters.js';
export { readConnectedProviders, readSeenAndAssigned } from './connected-providers.js';
export { rateJoin } from './convert-currency.js';
export type { CostPlan } from './cost-plan.js';
export { clampToDateType, type CostQuery, endOf } from './cost-query.js';
export { amountColumn, clusterProviderList, rowConditions } from './cost-row-sql.js';
export {
  completeThroughOf,
  completeThroughSince,
  type CostScope,
  readScope,
  scopeWithin,
} from './cost-scope.js';
export {
  allChargesSettings,
  costMeasures,
  type CostSettings,
  defaultChargeSettings,
  defaultCostSettings,
  defaultReportSettings,
  type ReportSettings,
  toCostSettings,
} from './cost-settings.js';
export { coveredDays, daysWithData } from './covered-days.js';
export {
  type ConversionFactor,
  conversionFactors,
  type CurrencyConversion,
} from './currency-conversion.js';
export { binSql, daysOfBin, type QueryBin, rangeOfBin } from './date-bins.js';
export { describePlan } from './describe-plan.js';
export type { DimensionName } from './dimensions.js';
export { explainCosts, type ExplainedLine, type LoadLineCount } from './explain-costs.js';
export {
  groupingsParameter,
  joinedGroupings,
  parseGroupings,
  parseJoinedGroupings,
  parseReportGrouping,
  resolveGroupingNames,
} from './grouping-names.js';
export { type Grouping, groupingName } from './grouping.js';
export { hasRebilledCosts } from './has-rebilled-costs.js';
export {
  type KnownTag,
  type KnownVirtualTag,
  readAccounts,
  readProviderIntegrations,
  readProviders,
  readServices,
  readTags,
  readTagsByKey,
  readTagValues,
  type TagSearch,
} from './known-values.js';
export { type AmountKey, narrowQuery } from './narrow-query.js';
export { daysOfRecurrence, runRateOf } from './one-time-charges.js';
export { planCosts } from './plan-costs.js';
export { type PreparedQuery, prepareQuery } from './prepare-query.js';
export {
  type CostMove,
  previewVirtualTag,
  type SampleLine,
  type VirtualTagPreview,
} from './preview-virtual-tag.js';
export { type CostChanges, type Driver, readChanges } from './read-changes.js';
export { type Contribution, readContributions } from './read-contributions.js';
export { type Amount, type CostResult, type CostRow, readCosts } from './read-costs.js';
export { readCurrencyConversion } from './read-currency-conversion.js';
export { hasHourlyCosts } from './read-date-bins.js';
export { readFactors } from './read-factors.js';
export { readSegmentTree, segmentTreeQuery } from './read-segment-tree.js';
export {
  type CostSeries,
  type GroupSeries,
  readGroupTotals,
  readSeries,
  readTotalSeries,
  type Series,
} from './read-series.js';
export { readTagCosts, type TagCost } from './read-tag-costs.js';
export {
  findTagUse,
  readUsedVirtualTags,
  resolveUsedVirtualTags,
} from './read-used-virtual-tags.js';
export { readSeriesOfValues } from './read-value-series.js';
export { readVirtualTagValues } from './read-virtual-tag-values.js';
export { resolveDateRange } from './resolve-date-range.js';
export { type Rollup, rollupColumns, rollups } from './rollups.js';
export {
  buildSegmentRules,
  buildTreeRules,
  type SegmentNode,
  type SegmentRules,
  unmatchedCosts,
} from './segment-rules.js';
export {
  billedThrough,
  deliveredThrough,
  integrationEnds,
  maxBillDelayDays,
  settledDay,
} from './settled-days.js';
export { readCustomProviderNames, readValueNames } from './value-names.js';
