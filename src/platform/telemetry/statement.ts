/** A statement that a store has answered, or failed to. Its text and its values stay where they are. */
export interface Statement {
  store: 'database' | 'clickhouse';
  text: string;
  seconds: number;
  error?: unknown;
}

export type OnStatement = (statement: Statement) => void;

const kinds = ['select', 'insert', 'update', 'delete', 'other'] as const;
type StatementKind = (typeof kinds)[number];

/** What a statement does; one that begins with `with` does what it writes, if it writes. */
export function statementKind(text: string): StatementKind {
  const start = text.slice(0, 2_000).replace(/^(\s|\/\*.*?\*\/|SET [^;]*;)+/is, '');
  const word = /^\(*(\w+)/.exec(start)?.[1]?.toLowerCase();
  const written =
    word === 'with' ? /\b(insert into|update|delete from)\s+(?!skip|nowait|of\b)\w/i : undefined;
  const verb = written
    ? (written.exec(start)?.[1]?.split(' ')[0]?.toLowerCase() ?? 'select')
    : word;
  return kinds.find((kind) => kind === verb) ?? 'other';
}

/** The table that a statement names first. What stands in quotation marks is a value, and not looked at. */
export function statementTable(text: string): string | undefined {
  const withoutValues = text.slice(0, 2_000).replace(/'(?:[^'\\]|\\.|'')*(?:'|$)/gs, "''");
  return /\b(?:from|into|update|join|table)\s+["`]?([a-z_][a-z0-9_.]{0,62})\b/i.exec(
    withoutValues,
  )?.[1];
}
