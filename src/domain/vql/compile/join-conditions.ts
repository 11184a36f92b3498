/** Joins SQL conditions; a single one needs no parentheses. */
export function joinConditions(word: 'AND' | 'OR', conditions: readonly string[]): string {
  const joined = conditions.join(` ${word} `);
  return conditions.length === 1 ? joined : `(${joined})`;
}

/** Joins SQL conditions with AND and leaves out those that are always true. */
export function allOf(conditions: readonly string[]): string {
  const needed = conditions.filter((condition) => condition !== 'true');
  return needed.length === 0 ? 'true' : joinConditions('AND', needed);
}
