import { beforeAll, describe, expect, test } from 'vitest';
import { clientFor, newAccount, testApp } from './harness.js';

type Json = Record<string, unknown>;

// What client generators and validators reject, or turn into clients that cannot read real responses.
let openapi: Json;
let swagger: Json;
beforeAll(async () => {
  // Served to everyone: generators fetch it without a credential.
  const anonymous = clientFor(await testApp(), undefined);
  openapi = (await anonymous.get('/v2/oas_v3.json')).body;
  swagger = (await anonymous.get('/v2/swagger.json')).body;
});

/** Every object inside a document, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

const pathsWhere = (document: Json, isWrong: (object: Json, path: string) => boolean) =>
  [...objectsIn(document)].filter(([path, each]) => isWrong(each, path)).map(([path]) => path);

const schemas = () => (openapi['components'] as { schemas: Record<string, Json> }).schemas;
const operations = () =>
  Object.values(openapi['paths'] as Record<string, Record<string, Json>>).flatMap(Object.values);

describe('schemas', () => {
  test('have no alternatives, which Swagger 2 cannot express', () => {
    for (const document of [openapi, swagger]) {
      expect(pathsWhere(document, (each) => 'anyOf' in each || 'oneOf' in each)).toEqual([]);
    }
    expect(pathsWhere(swagger, (each) => 'nullable' in each)).toEqual([]);
  });

  test('that may be null have a type, and no default is null', () => {
    expect(pathsWhere(openapi, (each) => each['nullable'] === true && !each['type'])).toEqual([]);
    expect(pathsWhere(openapi, (each) => each['default'] === null)).toEqual([]);
  });

  test('that may be null and list their values list null too', () => {
    const isNullable = (each: Json) => each['nullable'] === true || each['x-nullable'] === true;
    const lacksNull = (each: Json) =>
      isNullable(each) && Array.isArray(each['enum']) && !each['enum'].includes(null);
    for (const document of [openapi, swagger]) {
      expect(pathsWhere(document, lacksNull)).toEqual([]);
    }
    const interval = (schemas()['Dashboard']!['properties'] as Record<string, Json>)['date_bin'];
    expect(interval!['enum']).toContain(null);
  });

  test('do not get the name that a generator gives to an inline enumeration', () => {
    const pascal = (text: string) =>
      text.replaceAll(/(^|_)([a-z])/g, (_, _mark, letter: string) => letter.toUpperCase());
    const inlineNames = Object.entries(schemas()).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, Json>)
        .filter(([, property]) => property['enum'])
        .map(([property]) => `${pascal(name)}${pascal(property)}`),
    );
    const names = new Set(Object.keys(schemas()).map(pascal));
    expect(inlineNames.filter((name) => names.has(name))).toEqual([]);
  });

  test('accept the providers of custom integrations', () => {
    for (const name of ['Cost', 'ForecastedCost']) {
      const { provider } = schemas()[name]!['properties'] as Record<string, Json>;
      expect(provider).toMatchObject({ type: 'string' });
      expect(provider).not.toHaveProperty('enum');
    }
  });
});

describe('operations', () => {
  test('list the statuses that any request can cause', () => {
    for (const { operationId, responses, security } of operations()) {
      const statuses = Object.keys(responses as Json);
      const ofCredential = (security as Json[]).length > 0 ? ['401', '403'] : [];
      expect(statuses, String(operationId)).toEqual(
        expect.arrayContaining(['400', ...ofCredential, '429', '503']),
      );
    }
  });

  test('include the description itself, which needs no credential', () => {
    const paths = openapi['paths'] as Record<string, Record<string, Json>>;
    for (const path of ['/oas_v3.json', '/swagger.json']) {
      expect(paths[path]!['get']).toMatchObject({ security: [] });
    }
    expect(Object.keys(swagger['paths'] as Json)).toEqual(Object.keys(paths));
  });
});

test('the description contains nothing of an account', async () => {
  const { as } = await newAccount();
  expect((await as.get('/v2/oas_v3.json')).body).toEqual(openapi);
});
