import { type ChargeView, type CostStoreSource, costLines } from '../vql/index.js';

/** Costs as filters see them, over the rollup and the lines; `resource_id` exists only in the lines. */
export function costSource(
  view: ChargeView,
  virtualTags: ReadonlyMap<string, string> = new Map(),
): CostStoreSource {
  return {
    ...costLines(view),
    tags: {
      hasTag: (key, matches) => inTagSets(`tag_key = ${key} AND ${matches('tag_value')}`),
      hasAnyTag: (matches) => inTagSets(matches('tag_key', 'tag_value')),
      virtual: virtualTags,
    },
  };
}

/** Rows whose tag set has a matching tag. Each set is looked up once, not once per row. */
export function inTagSets(condition: string): string {
  return `tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE ${condition})`;
}
