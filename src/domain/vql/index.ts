export { checkFilter, type Filter } from './check/check.js';
export { QueryParameters } from './compile/clickhouse.js';
export { compileMatch, compileProviders, compileWhere, type Scope } from './compile/compile.js';
export type { KnownTagValues } from './compile/compile-tags.js';
export { compileResourceWhere } from './compile/compile-resources.js';
export { factsOf, mentionsTag } from './check/facts.js';
export { FilterError } from './syntax/filter-error.js';
export type { Kind } from './check/kinds.js';
export { printFilter } from './check/print.js';
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
