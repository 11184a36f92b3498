/** Joins conditions; one alone needs no parentheses. */
export function join(word: 'AND' | 'OR', conditions: readonly string[]): string {
  const joined = conditions.join(` ${word} `);
  return conditions.length === 1 ? joined : `(${joined})`;
}

/** Joins with AND, leaving out what always holds. */
export function conjunction(conditions: readonly string[]): string {
  const needed = conditions.filter((condition) => condition !== 'true');
  return needed.length === 0 ? 'true' : join('AND', needed);
}
