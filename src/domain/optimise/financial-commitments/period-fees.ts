import { type Sql, selectList, sql } from '../../../platform/store/sql.js';
import { isCommitmentLine } from './commitment-lines.js';

/**
 * The fees of one commitment for one period, added up: bills have a line for each instance, or one for
 * all of them. Decimal text; amounts that no line states are 0.
 */
export interface PeriodFees {
  commitment_id: string;
  /** Whether the fees are paid again for the next period. */
  recurs: boolean;
  fee: string;
  /** Length of the period in hours. */
  hours: string;
  reservations: string;
  /** Instance hours that the fees are for. */
  reserved_units: string;
  /** What was paid upfront for the whole term, as the lines state it. */
  upfront_value: string;
  /** The share of it that the period has. */
  amortized_upfront: string;
  /** What a savings plan committed to in the period, paid now or upfront. */
  committed: string;
}

export const isFee = sql`charge_group = 'fee' AND line_kind = 'charge'`;
export const recurs = sql`ifNull(charge_frequency, '') != 'one_time'`;

/** The sum of an attribute over the fees of a period. */
const sumOf = (...names: string[]): Sql =>
  sql`sum(${sql.join(
    names.map((name) => sql`toDecimal128OrZero(lines.attributes[${sql.literal(name)}], 18)`),
    ' + ',
  )})`;

const sums: Record<Exclude<keyof PeriodFees, 'commitment_id' | 'recurs'>, Sql> = {
  fee: sql`sum(lines.billed_cost)`,
  hours: sql`max(toDecimal128(dateDiff('second', lines.charge_start, lines.charge_end), 18) / 3600)`,
  reservations: sumOf('reservation/NumberOfReservations'),
  reserved_units: sumOf('reservation/TotalReservedUnits'),
  upfront_value: sumOf('reservation/UpfrontValue'),
  amortized_upfront: sumOf(
    'reservation/AmortizedUpfrontFeeForBillingPeriod',
    'savingsPlan/AmortizedUpfrontCommitmentForBillingPeriod',
  ),
  committed: sumOf('savingsPlan/TotalCommitmentToDate'),
};

/** The latest period with recurring fees of each commitment, and the latest one with single payments. */
export function periodFeesStatement(ofLoads: Sql): Sql {
  const latest = Object.keys(sums).map(
    (name) => [name, sql`argMax(period.${sql.ref(name)}, start)`] as const,
  );
  return sql`SELECT id AS commitment_id, again AS recurs, ${selectList(Object.fromEntries(latest))}
    FROM (
      SELECT assumeNotNull(lines.commitment_id) AS id, ${recurs} AS again,
        lines.charge_start AS start, ${selectList(sums)}
      FROM lines
      WHERE ${ofLoads} AND lines.commitment_id IS NOT NULL AND ${isCommitmentLine} AND ${isFee}
      GROUP BY id, again, start
    ) AS period
    GROUP BY id, again`;
}
