import { type Sql, sql } from '../../../platform/store/sql.js';
import { stored } from './amount-sql.js';
import { applyTransforms } from './apply-transforms.js';
import { lineColumns } from './line-columns.js';
import type { Transform } from './transform.js';

/** Replaces columns of the stored lines, given the SQL of all of them over `row`. */
export type AdjustColumns = (columns: Readonly<Record<string, Sql>>) => Record<string, Sql>;

/**
 * The statement that stores lines after some transforms as a load. Each line keeps file and row of its
 * origin; its attribute `billing_rules` has the numbers of the rules that changed it.
 */
export function insertRebilledLines(
  lines: Sql,
  transforms: readonly Transform[],
  /** Of the load, see `loads.billing_rule_tokens`. */
  ruleTokens: readonly string[],
  loadId: number,
  adjust: AdjustColumns = () => ({}),
): Sql {
  const { sql: expression, matched } = applyTransforms(lines, transforms, { columns: lineColumns });
  const rebilled: Record<string, Sql> = {
    ...Object.fromEntries(lineColumns.map((column) => [column, sql`row.${sql.ref(column)}`])),
    load_id: sql`toUInt32(${loadId})`,
    billed_cost: stored(sql`row.billed_cost`),
    effective_cost: stored(sql`row.effective_cost`),
    attributes:
      transforms.length === 0
        ? sql`row.attributes`
        : markedAttributes(
            transforms.map(({ ruleToken }) => String(ruleTokens.indexOf(ruleToken) + 1)),
            matched,
          ),
  };
  const columns = { ...rebilled, ...adjust(rebilled) };
  return sql`INSERT INTO lines (${sql.refs(Object.keys(columns))})
    SELECT ${sql.join(Object.values(columns))}
    FROM (${expression}) AS row WHERE row.kept`;
}

function markedAttributes(numbers: readonly string[], matched: Sql): Sql {
  const added = sql`arrayMap(index -> ${sql.array(numbers)}[index + 1], ${matched})`;
  const before = sql`arrayFilter(n -> n != '', [row.attributes['billing_rules']])`;
  const rules = sql`arrayStringConcat(arrayConcat(${before}, ${added}), ' ')`;
  const marked = sql`CAST(map('billing_rules', ${rules}) AS Map(LowCardinality(String), String))`;
  return sql`if(empty(${matched}), row.attributes, mapUpdate(row.attributes, ${marked}))`;
}
