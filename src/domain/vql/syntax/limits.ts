/** Limits on hostile input. The nesting limit also bounds the recursion of every later stage. */
export const limits = {
  characters: 100_000,
  conditions: 5_000,
  listValues: 10_000,
  nesting: 100,
} as const;
