import { z } from 'zod';
import { type Json, describeOpenApi } from '../../platform/description/openapi.js';
import { toSwagger } from '../../platform/description/swagger.js';
import { type Operation, operation } from '../../platform/kernel/operation.js';
import { version } from '../../platform/version.js';

/** The operations that serve the description of all operations, themselves included. */
export function descriptionOperations(all: () => readonly Operation[]): Operation[] {
  const describe = cacheLast((origin: string) =>
    describeOpenApi({ operations: all(), origin, version }),
  );
  const shared = {
    tag: 'OpenAPISpecification',
    method: 'GET',
    status: 200,
    errors: [],
    response: z.record(z.string(), z.unknown()),
    // Client generators fetch it without a credential; it contains nothing of an account.
    open: true,
  } as const;
  return [
    operation({
      ...shared,
      id: 'getOpenAPISpecifications',
      path: '/v2/oas_v3.json',
      summary: 'Get the OpenAPI 3 description',
      run: async (_input, ctx) => describe(ctx.origin),
    }),
    operation({
      ...shared,
      id: 'getSwaggerSpecification',
      path: '/v2/swagger.json',
      summary: 'Get the Swagger 2 description',
      run: async (_input, ctx) => toSwagger(describe(ctx.origin)),
    }),
  ];
}

function cacheLast(build: (origin: string) => Json): (origin: string) => Json {
  let last: { origin: string; document: Json } | undefined;
  return (origin) => {
    if (last?.origin !== origin) last = { origin, document: build(origin) };
    return last.document;
  };
}
