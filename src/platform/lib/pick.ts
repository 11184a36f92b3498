/** The values of some keys; a key without a value stays out. */
export function pick<Key extends string>(
  values: Readonly<Partial<Record<Key, unknown>>>,
  keys: readonly Key[],
): Record<string, unknown> {
  const given = keys.filter((key) => values[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, values[key]]));
}
