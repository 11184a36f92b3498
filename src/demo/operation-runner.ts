import type { Context } from '../platform/kernel/context.js';
import type { Operation } from '../platform/kernel/operation.js';

type Values = Record<string, unknown>;

/** Runs an operation of the API by its id: what the demo makes is made as clients make it. */
export type RunOperation = (
  id: string,
  body: Values,
  params?: Values,
) => Promise<{ token: string }>;

export function operationRunner(operations: readonly Operation[], ctx: Context): RunOperation {
  return async (id, body, params = {}) => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new Error(`There is no operation ${id}`);
    return (await operation.run({ params, query: {}, body }, ctx)) as { token: string };
  };
}
