export type { Allocation } from './allocation-sql.js';
export { configBody, configPatch } from './config-body.js';
export { costKeyColumns } from './cost-key.js';
export type { KeySelection } from './key-rules.js';
export { dropOldRuleResults, materializeRules } from './materialize-rules.js';
export { withoutPrefix } from './prefixed-value.js';
export { readVirtualTags } from './read-virtual-tags.js';
export {
  type CostsByTag,
  possibleValues,
  type ResolvedVirtualTag,
  resolveVirtualTags,
  type TagUse,
} from './resolve-virtual-tags.js';
export { filtersOf, usesTagKey, withNestedTags } from './rule-set.js';
export { valueBody, valuePatch } from './value-body.js';
export { buildVirtualTagColumns, type VirtualTagColumn } from './virtual-tag-column.js';
export {
  configRows,
  serializeConfig,
  serializeValue,
  VirtualTagConfig,
  VirtualTagConfigValue,
  virtualTags,
} from './virtual-tag-config.js';
export type { VirtualTag } from './virtual-tag.js';
export {
  configVersion,
  createConfig,
  deleteConfig,
  duplicateKey,
  updateConfig,
} from './write-config.js';
export { addValue, deleteValue, requireValue, updateValue } from './write-value.js';
