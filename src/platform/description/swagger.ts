import type { Json } from './openapi.js';

/** Converts an OpenAPI 3 document to Swagger 2, for generators that only support the older version. */
export function toSwagger(openapi: Json): Json {
  const { origin, pathname } = new URL((openapi['servers'] as { url: string }[])[0]!.url);
  const components = openapi['components'] as { schemas: Json; securitySchemes: Json };
  return {
    swagger: '2.0',
    info: openapi['info'],
    host: new URL(origin).host,
    basePath: pathname,
    schemes: [new URL(origin).protocol.slice(0, -1)],
    consumes: ['application/json'],
    produces: ['application/json'],
    security: openapi['security'],
    securityDefinitions: { oauth2: securityDefinition(components.securitySchemes) },
    paths: mapValues(openapi['paths'] as Json, (methods) =>
      mapValues(methods as Json, (operation) => toOperation(operation as Json)),
    ),
    definitions: mapValues(components.schemas, rewrite),
  };
}

const mapValues = (object: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

function securityDefinition(schemes: Json): Json {
  const { flows } = schemes['oauth2'] as { flows: { clientCredentials: Json } };
  return { type: 'oauth2', flow: 'application', ...flows.clientCredentials };
}

function toOperation(operation: Json): Json {
  const { requestBody, parameters, responses, ...rest } = operation;
  const body = requestBody as { content: Record<string, { schema: Json }> } | undefined;
  const [mediaType, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const isForm = mediaType === 'multipart/form-data';
  return {
    ...rest,
    ...(mediaType && { consumes: [mediaType] }),
    produces: ['application/json'],
    parameters: [
      ...(parameters as Json[]).map(toParameter),
      ...(content
        ? isForm
          ? formParameters(content.schema)
          : [bodyParameter(content.schema)]
        : []),
    ],
    responses: mapValues(responses as Json, (response) => toResponse(response as Json)),
  };
}

function toParameter(parameter: Json): Json {
  const { schema, style: _style, explode: _explode, ...rest } = parameter;
  const flat = rewrite(schema) as Json;
  const isArray = flat['type'] === 'array';
  return { ...rest, ...flat, ...(isArray ? { collectionFormat: 'csv' } : {}) };
}

function bodyParameter(schema: Json): Json {
  const reference = (schema['$ref'] as string | undefined) ?? 'body';
  const name = reference.split('/').at(-1);
  return { name, in: 'body', required: true, schema: rewrite(schema) };
}

function formParameters(schema: Json): Json[] {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(
    ([name, field]) => ({
      name,
      in: 'formData',
      required: required.includes(name),
      ...(field['format'] === 'binary' ? { type: 'file' } : (rewrite(field) as Json)),
    }),
  );
}

function toResponse({ description, content }: Json): Json {
  const schema = (content as { 'application/json': { schema: Json } } | undefined)?.[
    'application/json'
  ].schema;
  return { description, ...(schema && { schema: rewrite(schema) }) };
}

/** Moves references to `definitions` and drops `nullable`, which Swagger 2 only has as `x-nullable`. */
function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'nullable')
      .map(([key, inner]) => [
        key,
        key === '$ref'
          ? String(inner).replace('#/components/schemas/', '#/definitions/')
          : rewrite(inner),
      ]),
  );
}
