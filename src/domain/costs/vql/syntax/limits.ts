/** Limits on hostile input. The nesting limit also bounds the recursion of every later stage. */
export const limits = {
  characters: 100_000,
  conditions: 5_000,
  listValues: 10_000,
  nesting: 100,
  /** Tests of tags that cannot share a look-up: each takes several milliseconds, whatever the costs. */
  tagLookUps: 500,
} as const;
