import type { Context } from '../platform/kernel/context.js';
import type { Operation } from '../platform/kernel/operation.js';

type Values = Record<string, unknown>;

/** Runs an API operation by its id, so that the demo creates objects the way clients do. */
export type RunOperation = (
  id: string,
  body: Values,
  params?: Values,
) => Promise<{ token: string }>;

/** A runner for operations in a context. */
export function operationRunner(operations: readonly Operation[], ctx: Context): RunOperation {
  return async (id, body, params = {}) => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new Error(`There is no operation ${id}`);
    return (await operation.run({ params, query: {}, body }, ctx)) as { token: string };
  };
}
