/** Types of values that a statement carries, and what they are in this language. */
interface ValueTypes {
  Bool: boolean;
  Date: string;
  String: string;
  UInt16: number;
  UInt32: number;
  UInt64: number;
  'Array(Date)': readonly string[];
  'Array(Int32)': readonly number[];
  'Array(String)': readonly string[];
  'Array(UInt32)': readonly number[];
  'Decimal(76, 36)': string;
  // Of PostgreSQL.
  boolean: boolean;
  numeric: string;
  text: string;
  'text[]': readonly string[];
  timestamptz: string;
}

class BoundValue {
  constructor(
    readonly type: string,
    readonly value: unknown,
  ) {}
}

/** A statement or a part of one: its text and the values it carries. */
export class Sql {
  constructor(readonly parts: readonly (string | Sql | BoundValue)[]) {}
}

function compose(text: TemplateStringsArray, ...inserted: readonly (Sql | number)[]): Sql {
  const parts = inserted.flatMap((part, index) => [
    typeof part === 'number' ? String(part) : requireSql(part),
    text[index + 1]!,
  ]);
  return new Sql([text[0]!, ...parts]);
}

/** What the compiler guarantees, unless it was told otherwise. */
function requireSql(part: Sql): Sql {
  if (!(part instanceof Sql)) throw new TypeError(`${String(part)} is not SQL`);
  return part;
}

/** SQL from a text that this code base wrote. */
function raw(text: string): Sql {
  return new Sql([text]);
}

/** A value that a server binds, and that the embedded engine gets as a literal. */
function bind<Type extends keyof ValueTypes>(type: Type, value: ValueTypes[Type]): Sql {
  return new Sql([new BoundValue(type, value)]);
}

const plainName = /^[A-Za-z_]\w*(\.\w+)?$/;

/** A table or column of our own, whose name needs no quotes. */
function ref(text: string): Sql {
  if (!plainName.test(text)) throw new Error(`not a name that needs no quotes: ${text}`);
  return new Sql([text]);
}

/** Tables or columns of our own, separated by commas. */
function refs(texts: readonly string[]): Sql {
  return join(texts.map(ref));
}

type Separator =
  | ', '
  | ',\n  '
  | ' '
  | '\n'
  | ' AND '
  | '\n  AND '
  | ' OR '
  | ' + '
  | ' UNION ALL '
  | '\nUNION ALL\n';

/** Parts in a row. */
function join(parts: readonly Sql[], separator: Separator = ', '): Sql {
  return new Sql(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
}

/** A brace would make `{name:type}` look like a parameter to whoever replaces parameters in the statement. */
const escapeFor = (quote: string, text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('{', '\\x7b');

/** A text in quotes. */
export const quote = (text: string): string => `'${escapeFor("'", text)}'`;

/** A name in quotes. */
export const quoteName = (text: string): string => `\`${escapeFor('`', text)}\``;

/** A string that is part of the text on every engine, where a bound value would not be accepted or helps nobody. */
function literal(text: string): Sql {
  return new Sql([quote(text)]);
}

/** Strings, separated by commas. */
function literals(texts: readonly string[]): Sql {
  return new Sql([texts.map(quote).join(', ')]);
}

/** Numbers, separated by commas. */
function numbers(values: readonly number[]): Sql {
  return new Sql([values.join(', ')]);
}

/** Strings as an array. */
function array(texts: readonly string[]): Sql {
  return new Sql([`[${texts.map(quote).join(', ')}]`]);
}

/** A column whose name comes from a file, in quotes. */
function identifier(text: string): Sql {
  return new Sql([quoteName(text)]);
}

/**
 * Builds a statement, or a part of one, from parts. The compiler rejects plain strings among them: a text
 * has to be bound, quoted or checked, or declared as SQL with `sql.raw`.
 */
export const sql = Object.assign(compose, {
  array,
  bind,
  identifier,
  join,
  literal,
  literals,
  numbers,
  raw,
  ref,
  refs,
});

/** The entries of a SELECT, as `expression AS name`. */
export function selectList(columns: Readonly<Record<string, Sql>>): Sql {
  const entries = Object.entries(columns).map(([key, value]) => sql`${value} AS ${ref(key)}`);
  return join(entries, ',\n  ');
}

/** A statement with the values of its parameters by name, as clients send it. */
interface BoundStatement {
  query: string;
  params: Record<string, unknown>;
}

/** The text of a statement with a parameter for each of its values; equal values share one. */
export function bindValues(statement: Sql): BoundStatement {
  const params: Record<string, unknown> = {};
  const parameters = new Map<string, string>();
  const parameterOf = ({ type, value }: BoundValue): string => {
    const identity = JSON.stringify([type, value]);
    const known = parameters.get(identity);
    if (known !== undefined) return known;
    const key = `p${parameters.size}`;
    const parameter = `{${key}:${type}}`;
    params[key] = value;
    parameters.set(identity, parameter);
    return parameter;
  };
  return { query: print(statement, parameterOf), params };
}

/** The text of a statement, with what stands for each of its values. */
export function print(statement: Sql, parameterOf: (value: BoundValue) => string): string {
  const texts: string[] = [];
  const append = ({ parts }: Sql): void => {
    for (const part of parts) {
      if (typeof part === 'string') texts.push(part);
      else if (part instanceof Sql) append(part);
      else texts.push(parameterOf(part));
    }
  };
  append(requireSql(statement));
  return texts.join('');
}

/** The text of a statement with its values as literals. */
export function inlineValues(statement: Sql): string {
  return print(statement, ({ type, value }) => valueText(type, value));
}

/** A value of a type as a literal. */
export function valueText(type: string, value: unknown): string {
  // The engine evaluates each CAST on its own, which doubles the time to analyze a hundred conditions.
  if (type === 'String' && typeof value === 'string') return quote(value);
  return `CAST(${literalText(value)}, ${quote(type)})`;
}

function literalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalText).join(', ')}]`;
  return typeof value === 'string' ? quote(value) : String(value);
}
