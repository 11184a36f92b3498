/**
 * A text as an SQL literal. Load statements carry literals instead of bound parameters: the embedded
 * engine lets only one statement with parameters run at a time, and a load must not hold up readers.
 */
export function literal(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}

/** Several texts as an SQL array. */
export function literalArray(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}

/** A statement with its bound values written into it, for connections on which nothing may be bound. */
export function withLiterals(sql: string, params: Readonly<Record<string, unknown>>): string {
  return sql.replace(/\{(\w+):([^}]+)\}/g, (_, name: string, type: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the statement has no value for ${name}`);
    return `CAST(${valueText(value)}, ${literal(type)})`;
  });
}

/** A brace in a text must not look like a value to bind when the statement becomes part of another one. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return typeof value === 'string' ? literal(value).replaceAll('{', '\\x7b') : String(value);
}

/** A column name taken from a file, quoted. */
export function identifier(name: string): string {
  return `\`${name.replace(/\\/g, '\\\\').replace(/`/g, '\\`')}\``;
}

/** `SELECT` entries in the form `expression AS name`. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ');
}
