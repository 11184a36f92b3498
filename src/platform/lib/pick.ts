/** Picks some keys of an object; keys whose value is undefined are left out. */
export function pick<Key extends string>(
  values: Readonly<Partial<Record<Key, unknown>>>,
  keys: readonly Key[],
): Record<string, unknown> {
  const present = keys.filter((key) => values[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, values[key]]));
}
