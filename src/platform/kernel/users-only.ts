import { forbidden } from '../lib/errors.js';
import type { Operation } from './operation.js';

/**
 * Restricts operations to personal tokens: service tokens get 403.
 *
 * @example
 * export const scenarioModelOperations = usersOnly(models.operations);
 */
export function usersOnly(operations: readonly Operation[]): Operation[] {
  return operations.map((operation) => ({
    ...operation,
    run: async (input, ctx) => {
      if (ctx.actor.kind === 'team') {
        throw forbidden('A service token cannot do this; use a personal token');
      }
      return operation.run(input, ctx);
    },
  }));
}
