export { checkFilter, type Filter } from './check/check-filter.js';
export { QueryParameters } from './compile/clickhouse-dialect.js';
export { compileMatch, compileProviders, compileWhere, type Scope } from './compile/compile-where.js';
export type { KnownTagValues } from './compile/compile-tags.js';
export { compileResourceWhere } from './compile/compile-resource-where.js';
export { factsOf, mentionsTag } from './check/filter-facts.js';
export { FilterError } from './syntax/filter-error.js';
export type { Kind } from './check/filter-kinds.js';
export { printFilter } from './check/print-filter.js';
export { providerKeys, resolveProvider } from './check/provider-keys.js';
export { type LoadedRowSource, tagsInMap, type TagSource } from './compile/row-source.js';
export {
  type ChargeView,
  costLines,
  financialCommitmentLines,
  kubernetesRows,
  networkFlowRows,
  resourceRows,
} from './sources/sources.js';
