import { z } from 'zod';
import { openApiSchemas } from '../kernel/fields.js';
import type { Operation } from '../kernel/operation.js';
import { Links } from '../kernel/paging.js';
import { findMeta } from '../kernel/schema.js';

export type Json = Record<string, unknown>;

const Errors = z
  .object({ links: Links.optional(), errors: z.array(z.string()) })
  .meta({ id: 'Errors' });

export interface DescriptionOptions {
  operations: readonly Operation[];
  origin: string;
  version: string;
}

/** Builds the OpenAPI 3.0 document of the given operations. */
export function describeOpenApi({ operations, origin, version }: DescriptionOptions): Json {
  const isPublic = ({ path }: Operation) => path.startsWith('/v2/');
  const { paths, schemas } = describeOperations(operations.filter(isPublic));
  return {
    openapi: '3.0.3',
    info: {
      title: 'Farthing API',
      version: '2.0.0',
      description: `Served by Farthing ${version}.`,
    },
    servers: [{ url: `${origin}/v2` }],
    security: [{ oauth2: ['read'] }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [path.slice('/v2'.length), methods]),
    ),
    components: {
      schemas,
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${origin}/oauth/token`,
              scopes: { read: 'Read everything the credential can access.', write: 'Change it.' },
            },
          },
        },
      },
    },
  };
}

/** Operations by path and method, and the named schemas that they refer to. */
export function describeOperations(operations: readonly Operation[]) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, schemas);
  }
  return { paths, schemas };
}

function describe(operation: Operation, schemas: Json): Json {
  const body = requestBody(operation, schemas);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    parameters: [
      ...parameters('path', operation.params, schemas),
      ...parameters('query', operation.query, schemas),
      ...(checksVersion(operation) ? [ifMatchParameter] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: responses(operation, schemas),
    security: operation.open ? [] : [{ oauth2: [operation.method === 'GET' ? 'read' : 'write'] }],
  };
}

const checksVersion = ({ version, method }: Operation) => version !== undefined && method !== 'GET';

const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the object as it was read. If the object was changed since, nothing is saved and the status is 412.',
  schema: { type: 'string' },
};

function requestBody({ body, form, stream }: Operation, schemas: Json): Json | undefined {
  if (body) {
    const mediaType = form ? 'multipart/form-data' : 'application/json';
    return { [mediaType]: { schema: toSchema(body, 'input', schemas) } };
  }
  return stream
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : undefined;
}

function parameters(
  location: 'path' | 'query',
  shape: z.ZodObject | undefined,
  schemas: Json,
): Json[] {
  return Object.entries(shape?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = toSchema(field, 'input', schemas);
    const isRequired = location === 'path' || !(field as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: location,
      required: isRequired,
      ...(description ? { description } : {}),
      schema,
      ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    };
  });
}

function responses(operation: Operation, schemas: Json): Json {
  const described: Json = {};
  const success = operation.response && toSchema(operation.response, 'output', schemas);
  described[operation.status] = {
    description: operation.successDescription ?? successText[operation.status] ?? 'Success',
    ...(success && { content: { 'application/json': { schema: success } } }),
  };
  for (const [status, other] of Object.entries(operation.otherResponses ?? {})) {
    const isSame = typeof other === 'string';
    const schema = isSame ? success : toSchema(other.response, 'output', schemas);
    described[status] = {
      description: isSame ? other : other.description,
      ...(schema && { content: { 'application/json': { schema } } }),
    };
  }
  const failure = toSchema(Errors, 'output', schemas);
  for (const status of possibleErrors(operation)) {
    described[status] = {
      description: failureText[status] ?? 'Failure',
      content: { 'application/json': { schema: failure } },
    };
  }
  return described;
}

/** The errors that an operation declares, and those that any request like it can cause. */
function possibleErrors(operation: Operation): number[] {
  const { errors, method, open, path } = operation;
  const ofCredential = open ? [] : [401, 403];
  const ofPath = path.includes('{') ? [404] : [];
  const ofVersion = checksVersion(operation) ? [412] : [];
  const ofBody = method === 'GET' ? [] : [413, 415];
  const ofRequest = [...ofCredential, ...ofPath, ...ofVersion, ...ofBody];
  const possible = new Set([400, ...ofRequest, 429, 503, ...errors]);
  return [...possible].toSorted((one, other) => one - other);
}

const successText: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Deleted',
};

const failureText: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/** Converts a Zod schema to a JSON schema; named schemas go to the shared definitions. */
function toSchema(schema: z.core.$ZodType, io: 'input' | 'output', schemas: Json): Json {
  // Wrapped in an object, because only nested schemas become references.
  const converted = z.toJSONSchema(z.object({ value: schema as z.ZodType }), {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const own = findMeta(openApiSchemas, zodSchema);
      if (own) replaceType(jsonSchema, own);
      if (jsonSchema['nullable']) jsonSchema['x-nullable'] = true;
      // A value that is null by default counts as absent; generators do not accept it as a default.
      if (jsonSchema['default'] === null) delete jsonSchema['default'];
      delete jsonSchema['additionalProperties'];
      delete jsonSchema['pattern'];
    },
  }) as Json;
  const definitions = (converted['definitions'] ?? {}) as Record<string, Json>;
  for (const [name, definition] of Object.entries(definitions)) {
    const { id: _, ...rest } = definition;
    schemas[name] ??= moveReferences(rest, definitions);
  }
  return moveReferences((converted['properties'] as Json)['value'], definitions) as Json;
}

/** Replaces what Zod says of a type, and keeps what holds for any type. */
function replaceType(jsonSchema: Json, own: Json): void {
  const kept = new Set(['description', 'nullable', 'default']);
  for (const key of Object.keys(jsonSchema)) if (!kept.has(key)) delete jsonSchema[key];
  Object.assign(jsonSchema, own);
}

/**
 * Points references to the components. Those that may be null are written out, because a reference cannot
 * be, and enumerations that may be null list it, because generated clients check values against the list.
 */
function moveReferences(value: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => moveReferences(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { allOf, ...own } = value as Json & { allOf?: [{ $ref: string }] };
  if (own['nullable'] && allOf) {
    const { id: _, ...target } = definitions[allOf[0].$ref.split('/').at(-1)!]!;
    return moveReferences({ ...target, ...own }, definitions);
  }
  if (own['nullable'] && Array.isArray(own['enum']) && !own['enum'].includes(null)) {
    return moveReferences({ ...own, enum: [...own['enum'], null] }, definitions);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref'
        ? String(inner).replace(/^#\/definitions\//, '#/components/schemas/')
        : moveReferences(inner, definitions),
    ]),
  );
}
