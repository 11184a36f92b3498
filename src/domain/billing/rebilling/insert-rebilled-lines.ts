import { type Sql, sql } from '../../../platform/store/sql.js';
import { columnsOfDay, daysOfLine } from './amortize-charges.js';
import { stored } from './amount-sql.js';
import { applyTransforms } from './apply-transforms.js';
import { lineColumns } from './line-columns.js';
import type { Transform } from './transform.js';

const rowColumn = (name: string): Sql => sql`row.${sql.ref(name)}`;

/** Replaces columns of the stored lines, given the SQL of all of them over `row`. */
export type AdjustColumns = (columns: Readonly<Record<string, Sql>>) => Record<string, Sql>;

/**
 * The statement that stores lines after some transforms as a load, amortized again. Each line keeps file and row of its
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
    ...Object.fromEntries(lineColumns.map((column) => [column, rowColumn(column)])),
    ...columnsOfDay(sql`day`, sql`row.days`),
    load_id: sql`toUInt32(${loadId})`,
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
    FROM (
      SELECT * REPLACE (
        ${stored(sql`row.billed_cost`)} AS billed_cost,
        ${stored(sql`row.effective_cost`)} AS effective_cost
      ), ${daysOfLine(rowColumn)} AS days
      FROM (${expression}) AS row WHERE row.kept
    ) AS row
    ARRAY JOIN range(1 + row.days) AS day`;
}

function markedAttributes(numbers: readonly string[], matched: Sql): Sql {
  const added = sql`arrayMap(index -> ${sql.array(numbers)}[index + 1], ${matched})`;
  const before = sql`arrayFilter(n -> n != '', [row.attributes['billing_rules']])`;
  const rules = sql`arrayStringConcat(arrayConcat(${before}, ${added}), ' ')`;
  const marked = sql`CAST(map('billing_rules', ${rules}) AS Map(LowCardinality(String), String))`;
  return sql`if(empty(${matched}), row.attributes, mapUpdate(row.attributes, ${marked}))`;
}
