/** A brace would make `{name:type}` look like a parameter to whoever replaces parameters in the statement. */
const escapeFor = (quote: string, text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('{', '\\x7b');

/**
 * Quotes a string as an SQL literal. Load statements contain literals instead of bound parameters: the
 * embedded engine runs only one statement with parameters at a time, and a load must not block readers.
 */
export function literal(text: string): string {
  return `'${escapeFor("'", text)}'`;
}

/** Quotes strings as an SQL array. */
export function literalArray(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}

/** Replaces the parameters of a statement with literals, for connections that cannot bind values. */
export function withLiterals(sql: string, params: Readonly<Record<string, unknown>>): string {
  return sql.replace(/\{(\w+):([^}]+)\}/g, (_, name: string, type: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`No value for the query parameter ${name}`);
    // The engine evaluates each CAST on its own, which doubles the time to analyze a hundred conditions.
    if (type === 'String' && typeof value === 'string') return literalValue(value);
    return `CAST(${literalValue(value)}, ${literal(type)})`;
  });
}

function literalValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalValue).join(', ')}]`;
  return typeof value === 'string' ? literal(value) : String(value);
}

/** Quotes a column name that comes from a file. */
export function identifier(name: string): string {
  return `\`${escapeFor('`', name)}\``;
}

/** Writes the entries of a SELECT as `expression AS name`. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ');
}
