export { checkFilter, type Filter } from './check.js';
export { QueryParameters } from './clickhouse.js';
export { compileMatch, compileProviders, compileWhere, type Scope } from './compile.js';
export type { KnownTagValues } from './compile-tags.js';
export { compileResourceWhere } from './compile-resources.js';
export { factsOf, mentionsTag } from './facts.js';
export { FilterError } from './filter-error.js';
export type { Kind } from './kinds.js';
export { printFilter } from './print.js';
export { providerKeys, resolveProvider } from './provider-keys.js';
export { type LoadedRowSource, tagsInMap, type TagSource } from './row-source.js';
export {
  type ChargeView,
  costLines,
  financialCommitmentLines,
  kubernetesRows,
  networkFlowRows,
  resourceRows,
} from './sources.js';
