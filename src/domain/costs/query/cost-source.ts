import { type Sql, sql } from '../../../platform/store/sql.js';
import { type ChargeView, type CostStoreSource, costLines } from '../vql/index.js';

/** Costs as filters see them, over the rollup and the lines; `resource_id` exists only in the lines. */
export function costSource(
  view: ChargeView,
  virtualTags: ReadonlyMap<string, Sql> = new Map(),
): CostStoreSource {
  return {
    ...costLines(view),
    tags: {
      hasTag: (key, matches) => inTagSets(sql`tag_key = ${key} AND ${matches(sql`tag_value`)}`),
      hasAnyTag: (matches) => inTagSets(matches(sql`tag_key`, sql`tag_value`)),
      virtual: virtualTags,
    },
  };
}

/** Rows whose tag set has a matching tag. Each set is looked up once, not once per row. */
export function inTagSets(condition: Sql): Sql {
  return sql`tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE ${condition})`;
}
