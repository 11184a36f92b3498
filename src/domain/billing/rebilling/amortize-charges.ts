import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  amortizationDays,
  amortizations,
  amortizedShare,
  type ChargeColumn,
  countedOnce,
  startOfDay,
} from '../../intake/ingest/index.js';

const formats = Object.entries(amortizations);

/** What the format of a line says of it. */
function byFormat(
  line: ChargeColumn,
  value: (amortization: (typeof amortizations)[keyof typeof amortizations]) => Sql,
  otherwise: Sql,
): Sql {
  const cases = formats.map(
    ([name, amortization]) =>
      sql`${line('source_format')} = ${sql.literal(name)}, ${value(amortization)}`,
  );
  return sql`multiIf(${sql.join(cases)}, ${otherwise})`;
}

/** The number of days that a line is amortized over after the rules, as an import would; 0 if it is not. */
export function daysOfLine(line: ChargeColumn): Sql {
  const days = byFormat(line, (amortization) => amortizationDays(amortization, line), sql`0`);
  return sql`toUInt32(if(${line('line_kind')} = 'charge', ${days}, 0))`;
}

/** Columns that the number of days depends on. */
export const daysDependOn = [
  'source_format',
  'line_kind',
  'charge_start',
  'charge_end',
  'charge_group',
  'charge_type',
];

/** The effective cost of part `day` of a charge that is amortized over `days`: 0 is the charge itself. */
export const effectiveCostOfDay = (effective: Sql, day: Sql, days: Sql): Sql => sql`multiIf(
  ${days} = 0, if(${day} = 0, ${effective}, toDecimal128(0, 18)),
  ${day} = 0 OR ${day} > ${days}, toDecimal128(0, 18),
  ${amortizedShare(effective, day, days)}
)`;

/**
 * Columns that differ between a charge and the days it is amortized over, over a line as `row`, the number
 * of its days and the number of the day, which is 0 for the charge itself.
 */
export function columnsOfDay(day: Sql, days: Sql): Record<string, Sql> {
  const row: ChargeColumn = (name) => sql`row.${sql.ref(name)}`;
  const onDay = (name: string, value: Sql) => sql`if(${day} = 0, ${row(name)}, ${value})`;
  const type = byFormat(row, ({ chargeType }) => chargeType(row), sql`NULL`);
  const status = byFormat(row, (each) => each.commitmentStatus(row), row('commitment_status'));
  return {
    part: onDay('part', day),
    line_kind: sql`if(${day} = 0, toString(row.line_kind), 'amortization')`,
    granularity: sql`if(${day} = 0, toString(row.granularity), 'day')`,
    usage_date: onDay('usage_date', sql`toDate(${startOfDay(row, day)})`),
    charge_start: onDay('charge_start', startOfDay(row, day)),
    charge_end: onDay('charge_end', startOfDay(row, sql`${day} + 1`)),
    billed_cost: onDay('billed_cost', sql`toDecimal128(0, 18)`),
    effective_cost: effectiveCostOfDay(row('effective_cost'), day, days),
    amortized_charge_type: onDay('amortized_charge_type', type),
    commitment_status: onDay('commitment_status', status),
    ...Object.fromEntries(countedOnce.map((name) => [name, onDay(name, sql`NULL`)])),
  };
}
