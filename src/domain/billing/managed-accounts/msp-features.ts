import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Operation } from '../../../platform/kernel/operation.js';
import { forbidden } from '../../../platform/lib/errors.js';

/** Refuses a request where the features for managed-service providers are off. */
export function requireMspFeatures({ services }: Context): void {
  if (!services.config.msp) throw forbidden('Managed accounts are not enabled on this server');
}

/** Conditions of a list that is empty where the features for managed-service providers are off. */
export function mspRows({ services }: Context): Expression<SqlBool>[] {
  return services.config.msp ? [] : [sql<SqlBool>`false`];
}

/** Operations that are refused where the features are off; a list, which `mspRows` empties, is not. */
export function mspOperations(operations: readonly Operation[]): Operation[] {
  return operations.map((operation) => (isList(operation) ? operation : guarded(operation)));
}

const isList = ({ method, path }: Operation) => method === 'GET' && !path.includes('{');

function guarded(operation: Operation): Operation {
  return {
    ...operation,
    run: async (input, ctx) => {
      requireMspFeatures(ctx);
      return operation.run(input, ctx);
    },
  };
}
