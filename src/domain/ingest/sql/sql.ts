import { literal } from '../../../platform/store/clickhouse/sql-text.js';

/** SQL text over the columns of one source row. */
export type Sql = string;

/** Typed nulls, so that an absent column still has the type of a present one. */
export const nothing = {
  text: 'CAST(NULL AS Nullable(String))',
  decimal: 'CAST(NULL AS Nullable(Decimal(38, 18)))',
  time: "CAST(NULL AS Nullable(DateTime('UTC')))",
} as const;

/** Whether a value that may be null equals one of these texts. */
export function isOneOf(value: Sql, ...texts: string[]): Sql {
  return `ifNull(${value} IN (${texts.map(literal).join(', ')}), false)`;
}

/** Whether a text that may be null holds a piece of text, case ignored. */
export function holds(value: Sql, piece: string): Sql {
  return `ifNull(positionCaseInsensitive(${value}, ${literal(piece)}) > 0, false)`;
}

/** Looks a text up in a table; what is not there gives `otherwise`. */
export function lookUp(value: Sql, table: Readonly<Record<string, string>>, otherwise: Sql): Sql {
  const keys = Object.keys(table).map(literal).join(', ');
  const values = Object.values(table).map(literal).join(', ');
  return `transform(ifNull(${value}, ''), [${keys}], [${values}], ${otherwise})`;
}

/** Type of the list of lines that a row makes beside its charge. */
export const extraLineType =
  'Array(Tuple(kind String, charge_type String, charge_group String, billed Decimal(38, 18),' +
  ' effective Decimal(38, 18), amortized_charge_type Nullable(String), commitment_type String,' +
  ' commitment_id Nullable(String)))';
