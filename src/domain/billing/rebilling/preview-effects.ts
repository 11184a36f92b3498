import { Decimal } from '../../../platform/lib/decimal.js';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { daysDependOn, effectiveCostOfDay } from './amortize-charges.js';
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
  const placed = placesOf(transforms);
  const places = [...new Set(placed)];
  const keys = places.flatMap((step) => [
    sql`toStartOfMonth(if(day BETWEEN 1 AND days_${step}, date_${step} + day - 1, date_${step}))
      AS month_${step}`,
    sql`currency_${step}`,
  ]);
  const sums = placed.flatMap((place, step) => {
    const billed = sql`if(day = 0, billed_${step}, toDecimal128(0, 18))`;
    const effective = effectiveCostOfDay(sql`effective_${step}`, sql`day`, sql`days_${place}`);
    return [
      sql`sum(toDecimal256(${billed}, 18)) AS total_billed_${step}`,
      sql`sum(toDecimal256(${effective}, 18)) AS total_effective_${step}`,
    ];
  });
  const mostDays = sql`arrayMax([${sql.join(places.map((step) => sql`days_${step}`))}])`;
  const rows = await selectRows<StepRow>(
    client,
    sql`SELECT ${sql.join([...keys, ...sums])} FROM (${expression})
      ARRAY JOIN range(1 + ${mostDays}) AS day
      GROUP BY ${sql.join(places.flatMap((step) => [sql`month_${step}`, sql`currency_${step}`]))}`,
    deepStatements,
  );
  return rows.flatMap((row) => effectsOf(row, transforms, placed));
}

/** Columns that decide on the months and the currency of a line and its days. */
const placeColumns = ['usage_date', 'currency', ...daysDependOn];

/** For each step, the last one that could have moved a line or its days to another month or currency. */
function placesOf(transforms: readonly Transform[]): number[] {
  const places = [0];
  for (const [index, transform] of transforms.entries()) {
    const moves =
      transform.kind === 'assign' && placeColumns.some((column) => column in transform.columns);
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
