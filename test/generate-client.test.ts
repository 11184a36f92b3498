import { expect, test } from 'vitest';
import { printSchema, printTypes } from '../scripts/print-types.js';

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'integer', minimum: 1 }, 'number'],
  [{ type: 'string', format: 'binary' }, 'Blob'],
  [{}, 'unknown'],
  [{ type: 'string', nullable: true }, 'string | null'],
  [{ type: 'string', enum: ['day', null], nullable: true }, "'day' | null"],
  [{ type: 'string', enum: ['a', "it's"] }, String.raw`'a' | 'it\'s'`],
  [{ $ref: '#/components/schemas/Team' }, "components['schemas']['Team']"],
  [{ allOf: [{ $ref: '#/components/schemas/Team' }] }, "components['schemas']['Team']"],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { type: 'string', nullable: true } }, '(string | null)[]'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [
    {
      type: 'array',
      items: {
        type: 'object',
        properties: { token: { type: 'string' }, 'a-b': { enum: [1, 2] } },
        required: ['token'],
      },
    },
    "{ token: string; 'a-b'?: 1 | 2 }[]",
  ],
])('the schema %j is the type %s', (schema, type) => {
  expect(printSchema(schema)).toBe(type);
});

test('paths tell parameters, bodies and successful responses', () => {
  const ok = { content: { 'application/json': { schema: { type: 'string' } } } };
  const operation = {
    parameters: [
      { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
    ],
    requestBody: { content: { 'application/json': { schema: { type: 'boolean' } } } },
    responses: { 200: ok, 204: {}, 404: ok },
  };
  expect(printTypes({ paths: { '/v2/teams/{token}': { put: operation } }, schemas: {} })).toBe(
    `// Generated from the operations of the server by \`npm run generate\`. Do not edit.

export interface paths {
  '/v2/teams/{token}': {
    put: {
      parameters: { path: { token: string }; query?: { limit?: number } };
      requestBody: { content: { 'application/json': boolean } };
      responses: { 200: { content: { 'application/json': string } }; 204: { content?: never } };
    };
  };
}

export interface components {
  schemas: {
  };
}
`,
  );
});
