import { type Sql, sql } from '../../../platform/store/sql.js';

/** Places of a stored amount. */
export const storedScale = 18;
/** Beyond these places, an amount leaves no room for its digits before the point. */
const widestScale = 56;
/** Places that remain when an amount becomes too wide. */
const narrowedScale = 36;

/** An amount in the pipeline: products gain places, so that they are exact. */
export const widened = (expression: Sql, scale: number): Sql =>
  sql`toDecimal256(${expression}, ${scale})`;

/** An amount as it is stored, rounded half to even. */
export const stored = (expression: Sql): Sql =>
  sql`accurateCast(roundBankers(${expression}, ${storedScale}), 'Decimal(38, ${storedScale})')`;

export const scaleOf = (factor: string): number => factor.split('.')[1]?.length ?? 0;

/** Whether products by these factors stay exact. */
export const hasRoomFor = (scale: number, factors: readonly string[]): boolean =>
  factors.reduce((sum, factor) => sum + scaleOf(factor), scale) <= widestScale;

/** The places of an amount of which a factor is taken next, and how it gets there. */
export function makeRoom(expression: Sql, scale: number): { sql: Sql; scale: number } {
  if (scale <= narrowedScale) return { sql: expression, scale };
  const rounded = widened(sql`roundBankers(${expression}, ${narrowedScale})`, narrowedScale);
  return { sql: rounded, scale: narrowedScale };
}

/** The factor of the lines that a condition matches, and one for the others. */
export function factorSql(where: Sql, factor: string): Sql {
  const scale = scaleOf(factor);
  const given = sql`toDecimal128(${sql.literal(factor)}, ${scale})`;
  return sql`if(${where}, ${given}, toDecimal128('1', ${scale}))`;
}
