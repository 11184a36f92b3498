// What the front needs to know about the text of a statement before the engine sees it.

const literal = String.raw`'(?:[^'\\]|\\.|'')*'`;
const name = '`(?:[^`\\\\]|\\\\.)*`';
const quoted = new RegExp(
  [literal, name, String.raw`--[^\n]*`, String.raw`/\*[\s\S]*?\*/`].join('|'),
  'g',
);

/** The statement without its literals and comments. */
const bareText = (sql) =>
  sql
    .replace(quoted, (text) => {
      if (text.startsWith('`')) return /^`\w+`$/.test(text) ? text : 'name';
      return text.startsWith("'") ? "''" : ' ';
    })
    .trim();

/** An error with the code and text that a ClickHouse server gives. */
class Refused extends Error {
  constructor(code, text, type) {
    super(`Code: ${code}. DB::Exception: ${text}. (${type})`);
  }
}

/**
 * Refuses statements that read or write files. A server only knows the files of its own `user_files`
 * folder, and that of the front is empty.
 */
export function requireNoFiles(sql) {
  const text = bareText(sql);
  const path = /(?:file\w*|infile|outfile)`?\s*\(?\s*('(?:[^'\\]|\\.)*')/i.exec(sql)?.[1] ?? "''";
  if (/\bfile(Cluster)?`?\s*\(/i.test(text)) {
    throw new Refused(
      291,
      `File ${path} is not inside '/var/lib/clickhouse/user_files/'`,
      'DATABASE_ACCESS_DENIED',
    );
  }
  if (/\binto\s+outfile\b/i.test(text)) {
    throw new Refused(358, 'INTO OUTFILE is not allowed', 'INTO_OUTFILE_NOT_ALLOWED');
  }
  if (/\bfrom\s+infile\b/i.test(text)) {
    throw new Refused(
      78,
      'Query has infile and was send directly to server',
      'UNKNOWN_TYPE_OF_QUERY',
    );
  }
}

/**
 * Whether the rows of a statement can be streamed. A Parquet file cannot: the engine begins each piece
 * of a stream anew, so the offsets in its footer would be wrong.
 */
export function isStreamed(sql) {
  const text = bareText(sql);
  return /^\(*\s*(select|with)\b/i.test(text) && !/\bformat\s+parquet$/i.test(text);
}

/** Whether the body of the request holds the rows of this statement. */
export const readsBody = (sql) =>
  /^insert\b/i.test(bareText(sql)) && /\bformat\s+\w+$/i.test(bareText(sql));

/** The statement that reads the rows of an insert from a file of the front. */
export function insertFromFile(sql, path, compression) {
  const format = /\bformat\s+(\w+)\s*$/i.exec(sql);
  const statement = sql.slice(0, format.index);
  const input = new RegExp(String.raw`\binput\(\s*(${literal})\s*\)`, 'i');
  if (!input.test(statement)) {
    return `${statement} FROM INFILE '${path}' COMPRESSION '${compression}' FORMAT ${format[1]}`;
  }
  return statement.replace(
    input,
    (_, structure) => `file('${path}', '${format[1]}', ${structure}, '${compression}')`,
  );
}
