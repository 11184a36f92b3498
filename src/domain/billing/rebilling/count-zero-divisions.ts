import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { applyTransforms } from './apply-transforms.js';
import { deepStatements } from './deep-statements.js';
import { columnsIn } from './layers.js';
import type { RuleTransform } from './rule-transforms.js';
import type { RuleWarning } from './transform.js';

/** Counts the lines that rules leave as they are because a value divides by zero. */
export async function countZeroDivisions(
  { bulk }: CostStore,
  lines: Sql,
  transforms: readonly RuleTransform[],
): Promise<(RuleWarning & { count: number })[]> {
  const warnings: (RuleWarning & { count: number })[] = [];
  for (const [index, { transform, dividesByZero }] of transforms.entries()) {
    if (dividesByZero === null) continue;
    const before = transforms.slice(0, index).map((each) => each.transform);
    const { sql: expression } = applyTransforms(lines, before, {
      columns: columnsIn(dividesByZero),
    });
    const [row] = await selectRows<{ lines: string }>(
      bulk,
      sql`SELECT count() AS lines FROM (${expression}) AS row WHERE row.kept AND ${dividesByZero}`,
      deepStatements,
    );
    const count = Number(row?.lines ?? 0);
    if (count === 0) continue;
    warnings.push({
      code: 'division_by_zero',
      ruleToken: transform.ruleToken,
      message: 'Lines were left unchanged because the rule divides by zero',
      count,
    });
  }
  return warnings;
}
