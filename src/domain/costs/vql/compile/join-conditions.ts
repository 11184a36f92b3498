import { type Sql, sql } from '../../../../platform/store/sql.js';

/** The condition that every row satisfies; `allOf` knows it by identity. */
export const isTrue = sql`true`;

/** Joins SQL conditions; a single one needs no parentheses. */
export function joinConditions(word: 'AND' | 'OR', conditions: readonly Sql[]): Sql {
  const [only, ...others] = conditions;
  if (only && others.length === 0) return only;
  return sql`(${sql.join(conditions, ` ${word} `)})`;
}

/** Joins SQL conditions with AND and leaves out those that are always true. */
export function allOf(conditions: readonly Sql[]): Sql {
  const needed = conditions.filter((condition) => condition !== isTrue);
  return needed.length === 0 ? isTrue : joinConditions('AND', needed);
}
