import { Decimal } from '../../../platform/lib/decimal.js';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { PlacedRow } from './added-lines.js';
import { applyTransforms } from './apply-transforms.js';
import { deepStatements } from './deep-statements.js';
import type { Transform } from './transform.js';

/** Billed and effective costs. */
export interface Amounts {
  billed: Decimal;
  effective: Decimal;
}

/** What happens to the costs of one month and currency. */
export interface Effect extends Amounts {
  /** Null: the costs before any rule. */
  ruleToken: string | null;
  /** First day. */
  month: string;
  currency: string;
}

type StepRow = Record<string, string>;

/** The costs of lines before any rule, and how each transform changes them, in one pass. */
export async function readEffects(
  { client }: CostStore,
  lines: Sql,
  transforms: readonly Transform[],
): Promise<Effect[]> {
  const { sql: expression } = applyTransforms(lines, transforms, { withSteps: true });
  const steps = [0, ...transforms.map((_, index) => index + 1)];
  const placed = placesOf(transforms);
  const places = [...new Set(placed)].flatMap((step) => [
    sql`month_${step}`,
    sql`currency_${step}`,
  ]);
  const sums = steps.flatMap((step) =>
    [sql`billed_${step}`, sql`effective_${step}`].map(
      (amount) => sql`sum(toDecimal256(${amount}, 18)) AS total_${amount}`,
    ),
  );
  const rows = await selectRows<StepRow>(
    client,
    sql`SELECT ${sql.join([...places, ...sums])} FROM (${expression}) GROUP BY ${sql.join(places)}`,
    deepStatements,
  );
  return rows.flatMap((row) => effectsOf(row, transforms, placed));
}

/** For each step, the last one that could have moved a line to another month or currency. */
function placesOf(transforms: readonly Transform[]): number[] {
  const places = [0];
  for (const [index, transform] of transforms.entries()) {
    const moves =
      transform.kind === 'assign' &&
      ('usage_date' in transform.columns || 'currency' in transform.columns);
    places.push(moves ? index + 1 : places.at(-1)!);
  }
  return places;
}

function effectsOf(
  row: StepRow,
  transforms: readonly Transform[],
  places: readonly number[],
): Effect[] {
  const after = (step: number): Omit<Effect, 'ruleToken'> => ({
    month: row[`month_${places[step]}`]!,
    currency: row[`currency_${places[step]}`]!,
    billed: new Decimal(row[`total_billed_${step}`]!),
    effective: new Decimal(row[`total_effective_${step}`]!),
  });
  const negated = ({ billed, effective, ...place }: Omit<Effect, 'ruleToken'>) => ({
    ...place,
    billed: billed.negated(),
    effective: effective.negated(),
  });
  return [
    { ruleToken: null, ...after(0) },
    // What a rule takes from one month, it may add to another.
    ...transforms.flatMap(({ ruleToken }, index) => [
      { ruleToken, ...negated(after(index)) },
      { ruleToken, ...after(index + 1) },
    ]),
  ];
}

/** What rules add by rows of their own. */
export const addedEffects = (rows: readonly PlacedRow[]): Effect[] =>
  rows.map(({ ruleToken, date, currency, amount }) => ({
    ruleToken,
    month: `${date.slice(0, 7)}-01`,
    currency,
    billed: new Decimal(amount),
    effective: new Decimal(amount),
  }));
