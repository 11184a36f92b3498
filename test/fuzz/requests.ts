import { METHODS } from 'node:http';
import fc from 'fast-check';
import { describeOperations } from '../../src/platform/description/openapi.js';
import type { Operation } from '../../src/platform/kernel/operation.js';
import { oddText, oddValue } from './odd-values.js';
import { type Schema, type Schemas, fieldValues, references, valuesOf } from './schema-values.js';

/** A request before the tokens of its account are filled in. */
export interface PlannedRequest {
  operation: Operation;
  method: string;
  /** Percent-encoded values of the path parameters, or references. */
  params: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  body: PlannedBody;
}

type PlannedBody =
  | { kind: 'none' }
  /** A body that the operation accepts, with some fields replaced. */
  | { kind: 'sample'; changes: Record<string, unknown> }
  | { kind: 'json'; value: unknown }
  | { kind: 'bytes'; bytes: Uint8Array };

/** Plans requests to any of the operations. */
export function plannedRequests(operations: readonly Operation[]): fc.Arbitrary<PlannedRequest> {
  const description = describeOperations(operations);
  const schemas = description.schemas as Schemas;
  const perOperation = operations.map((operation) =>
    requestsTo(operation, description.paths[operation.path]!, schemas),
  );
  return fc.oneof(...perOperation);
}

interface DescribedOperation {
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

function requestsTo(
  operation: Operation,
  methods: Record<string, unknown>,
  schemas: Schemas,
): fc.Arbitrary<PlannedRequest> {
  const described = methods[operation.method.toLowerCase()] as DescribedOperation;
  const pathNames = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  const query = described.parameters.filter((each) => each.in === 'query');
  return fc.record({
    operation: fc.constant(operation),
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant(operation.method as string) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
      },
    ),
    params: fc.record(Object.fromEntries(pathNames.map((name) => [name, pathValues(name)]))),
    query: queries(query, schemas),
    headers,
    body: bodiesOf(operation, described.requestBody, schemas),
  });
}

const pathValues = (name: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(`{{${name}}}`) },
    { weight: 2, arbitrary: references.map(urlText) },
    { weight: 1, arbitrary: fc.constantFrom('', '.', '..', '%2e%2e', '%zz', '%ff', '%00', '%2F') },
  );

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** A value as a part of a URL; references are filled in later. */
const urlText = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return /^\{\{\w+\}\}$/.test(text) ? text : encode(text);
};

function queries(
  parameters: DescribedOperation['parameters'],
  schemas: Schemas,
): fc.Arbitrary<[string, string][]> {
  const odd = fc.tuple(oddText.map(encode), oddText.map(encode));
  if (parameters.length === 0) return fc.array(odd, { maxLength: 1 });
  const pair = fc.constantFrom(...parameters).chain(({ name, schema }) =>
    fc.tuple(
      fc.constantFrom(name, name, name, `${name}[]`).map(encode),
      fieldValues(name, schema, schemas).map((value) => [value].flat().map(urlText).join(',')),
    ),
  );
  return fc.array(fc.oneof({ weight: 12, arbitrary: pair }, { weight: 1, arbitrary: odd }), {
    maxLength: 5,
  });
}

const usually = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** Headers by name; an empty value means that the header is not sent. */
const headers = fc.record({
  authorization: usually('Bearer {{secret}}', '', 'Bearer', 'Bearer x', 'Basic {{secret}}'),
  'content-type': usually(
    'application/json',
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=X',
    'application/x-www-form-urlencoded',
  ),
  'content-encoding': usually('', 'gzip', 'br', 'identity', 'gzip, gzip'),
  'x-request-id': usually('', 'abc', 'no spaces', 'x'.repeat(200)),
  accept: usually('application/json', '', 'text/html', '*/*'),
  cookie: usually('', 'farthing_session=x', 'farthing_session='),
});

function bodiesOf(
  operation: Operation,
  described: DescribedOperation['requestBody'],
  schemas: Schemas,
): fc.Arbitrary<PlannedBody> {
  const none = fc.constant<PlannedBody>({ kind: 'none' });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.constantFrom('{', '[]', 'null', '{"a":1}}', '"x"', '\ufeff{}').map((t) => Buffer.from(t)),
  );
  const raw = bytes.map((each): PlannedBody => ({ kind: 'bytes', bytes: each }));
  if (operation.method === 'GET') {
    return fc.oneof({ weight: 20, arbitrary: none }, { weight: 1, arbitrary: raw });
  }
  const schema = described?.content['application/json']?.schema;
  const json = (schema ? valuesOf(schema, schemas) : oddValue).map((value): PlannedBody => ({
    kind: 'json',
    value,
  }));
  const changes = fc.dictionary(fieldNames(schema, schemas), oddValue, { maxKeys: 2 });
  return fc.oneof(
    { weight: 5, arbitrary: changes.map((each) => ({ kind: 'sample', changes: each }) as const) },
    { weight: 5, arbitrary: json },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: none },
  );
}

function fieldNames(schema: Schema | undefined, schemas: Schemas): fc.Arbitrary<string> {
  const target = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
  const names = Object.keys(target?.properties ?? {});
  return names.length === 0 ? oddText : fc.constantFrom(...names);
}
