import { forbidden } from '../lib/errors.js';
import type { Operation } from './operation.js';

/** Plans are made by people: service credentials neither see nor change them. */
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
