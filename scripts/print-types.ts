// Prints the TypeScript types of an API description, in the form that OpenAPI clients share.

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  schemas: Record<string, Schema>;
}

/** A module with `paths` and `components`, sorted, so that it changes only where the API does. */
export function printTypes({ paths, schemas }: Description): string {
  const named = printSorted(schemas, (schema) => printSchema(schema, block));
  return [
    '// Generated from the operations of the server by `npm run generate`. Do not edit.',
    `export interface paths ${block(printSorted(paths, printMethods))}`,
    `export interface components ${block([`schemas: ${block(named)}`])}\n`,
  ].join('\n\n');
}

const printSorted = <Value>(object: Record<string, Value>, print: (value: Value) => string) =>
  Object.entries(object)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${key(name)}: ${print(value)}`);

type Braces = (members: readonly string[]) => string;
const inline: Braces = (members) => `{ ${members.join('; ')} }`;
const block: Braces = (members) =>
  `{\n${members.map((each) => `  ${each.replaceAll('\n', '\n  ')};\n`).join('')}}`;

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const key = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));
const member = (name: string, isRequired: boolean, type: string) =>
  `${key(name)}${isRequired ? '' : '?'}: ${type}`;

const printMethods = (methods: Record<string, Operation>) =>
  block(printSorted(methods, printOperation));

function printOperation({ parameters, requestBody, responses }: Operation): string {
  const groups = ['path', 'query'].flatMap((place) => {
    const own = parameters.filter((each) => each.in === place);
    const members = own.map((each) => member(each.name, each.required, printSchema(each.schema)));
    const isRequired = own.some(({ required }) => required);
    return own.length > 0 ? member(place, isRequired, inline(members)) : [];
  });
  return block([
    ...(groups.length > 0 ? [`parameters: ${inline(groups)}`] : []),
    ...(requestBody ? [`requestBody: ${printContent(requestBody.content)}`] : []),
    `responses: ${inline(Object.entries(responses).flatMap(printResponse))}`,
  ]);
}

/** Only successes: the client throws every failure as the same problem. */
const printResponse = ([status, { content }]: [string, { content?: Content }]) =>
  Number(status) < 400
    ? [`${status}: ${content ? printContent(content) : '{ content?: never }'}`]
    : [];

function printContent(content: Content): string {
  const types = Object.entries(content).map(([type, { schema }]) =>
    member(type, true, printSchema(schema)),
  );
  return `{ content: ${inline(types)} }`;
}

/** The type of a JSON Schema as OpenAPI 3.0 writes it; limits that types cannot express are left out. */
export function printSchema(schema: Schema, braces = inline): string {
  const type = printNonNull(schema, braces);
  return schema.nullable && type !== 'unknown' ? `${type} | null` : type;
}

function printNonNull(schema: Schema, braces: Braces): string {
  if (schema.$ref) return `components['schemas'][${quoted(schema.$ref.split('/').at(-1)!)}]`;
  if (schema.allOf) return schema.allOf.map((each) => operand(printSchema(each))).join(' & ');
  if (schema.anyOf) return schema.anyOf.map((each) => printSchema(each)).join(' | ');
  if (schema.enum) {
    return schema.enum
      .filter((value) => value !== null)
      .map(printLiteral)
      .join(' | ');
  }
  if (schema.type === 'array') return `${operand(printSchema(schema.items ?? {}))}[]`;
  if (schema.type === 'object') return printObject(schema, braces);
  if (schema.type === 'integer') return 'number';
  // Decimals in requests: the server also reads numeric strings, which keep every digit.
  if (schema.format === 'double') return 'number | string';
  return schema.format === 'binary' ? 'Blob' : (schema.type ?? 'unknown');
}

/** In parentheses where `[]` or `&` would bind tighter than a `|` inside the type. */
const operand = (type: string) =>
  /^[^{]* [|&] /.test(type) || / [|&] [^}]*$/.test(type) ? `(${type})` : type;

const printLiteral = (value: unknown) =>
  typeof value === 'string' ? quoted(value) : JSON.stringify(value);

function printObject({ properties = {}, required = [] }: Schema, braces: Braces): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, required.includes(name), printSchema(schema)),
  );
  return members.length === 0 ? 'Record<string, unknown>' : braces(members);
}
