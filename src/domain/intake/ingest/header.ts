import type { Sql } from '../../../platform/store/sql.js';

/** A column with its name and type in the file, and the SQL that reads it. */
export interface FileColumn {
  name: string;
  /** ClickHouse type; all columns of text files are `String`. */
  type: string;
  sql: Sql;
}

/**
 * The form in which column names are compared: exports differ in case, spaces and underscores, and
 * localized Azure headers have the English name in parentheses.
 * "Ressourcengruppe (ResourceGroup)" and "resource_group" both become "resourcegroup".
 */
export function normalizeName(name: string): string {
  const trimmed = name.replace(/^\uFEFF/, '').trim();
  const english = /\(([^()]+)\)$/.exec(trimmed)?.[1] ?? trimmed;
  return english.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The columns of a file, looked up by normalized name. */
export class Header {
  readonly #byName = new Map<string, FileColumn>();
  /** Columns with the name of an earlier one; they are not read. */
  readonly repeated: FileColumn[] = [];

  constructor(
    readonly columns: readonly FileColumn[],
    /** For JSON lines, which have no header: the column of any path, null in rows without it. */
    readonly columnAt?: (path: string) => FileColumn,
  ) {
    for (const column of columns) {
      const key = normalizeName(column.name);
      if (key !== '' && this.#byName.has(key)) this.repeated.push(column);
      else this.#byName.set(key, column);
    }
  }

  has(...names: string[]): boolean {
    return names.every((name) => this.#byName.has(normalizeName(name)));
  }

  hasAny(...names: string[]): boolean {
    return names.some((name) => this.has(name));
  }

  find(name: string): FileColumn | undefined {
    return this.#byName.get(normalizeName(name)) ?? this.columnAt?.(name);
  }
}

const delimiters = [',', ';', '\t', '|', '\u0001'];

/** The delimiter of a header line: a comma if it contains one. */
export function delimiterOf(line: string): string {
  return delimiters.find((delimiter) => line.includes(delimiter)) ?? ',';
}

/** Splits the header line of a delimited file into column names; undefined if a quote is never closed. */
export function splitHeader(line: string, delimiter: string): string[] | undefined {
  const names: string[] = [];
  let name = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index];
    if (character === '"' && isQuoted && line[index + 1] === '"') {
      name += '"';
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) {
      names.push(name);
      name = '';
    } else name += character;
  }
  return isQuoted ? undefined : [...names, name];
}
