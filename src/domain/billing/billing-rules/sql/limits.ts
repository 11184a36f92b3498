/** Limits on hostile input. The depth also bounds the recursion of the compiler. */
export const limits = {
  /** Of nested parentheses, functions, NOT and chained operators together. */
  depth: 50,
  listValues: 1_000,
  conditions: 500,
  insertedRows: 1_000,
} as const;
