import { ImportError } from './import-error.js';

/** A column as the file names and types it, and the SQL that reads it. */
export interface FileColumn {
  name: string;
  /** ClickHouse type; text files have `String` throughout. */
  type: string;
  sql: string;
}

/**
 * Column names as formats compare them: localised Azure captions carry the English name in
 * brackets, and exports differ in case, blanks and underscores only.
 * "Ressourcengruppe (ResourceGroup)" and "resource_group" are both "resourcegroup".
 */
export function comparedName(name: string): string {
  const trimmed = name.replace(/^\uFEFF/, '').trim();
  const bracketed = /\(([^()]+)\)$/.exec(trimmed)?.[1] ?? trimmed;
  return bracketed.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The columns of a file, looked up by compared name. */
export class Header {
  readonly #byName = new Map<string, FileColumn>();

  constructor(
    readonly columns: readonly FileColumn[],
    /** JSON lines have no header: any path may be asked for and reads as null where it is missing. */
    readonly open?: (path: string) => FileColumn,
  ) {
    for (const column of columns) {
      const key = comparedName(column.name);
      if (!this.#byName.has(key)) this.#byName.set(key, column);
    }
  }

  has(...names: string[]): boolean {
    return names.every((name) => this.#byName.has(comparedName(name)));
  }

  hasAny(...names: string[]): boolean {
    return names.some((name) => this.has(name));
  }

  find(name: string): FileColumn | undefined {
    return this.#byName.get(comparedName(name)) ?? this.open?.(name);
  }
}

const delimiters = [',', ';', '\t', '|', '\u0001'];

/** The delimiter of a header line: a comma unless there is none. */
export function delimiterOf(line: string): string {
  return delimiters.find((delimiter) => line.includes(delimiter)) ?? ',';
}

/** Names in the header line of a delimited file. */
export function splitHeader(line: string, delimiter: string): string[] {
  const names: string[] = [];
  let name = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"' && quoted && line[at + 1] === '"') {
      name += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      names.push(name);
      name = '';
    } else name += character;
  }
  if (quoted) throw new ImportError('The header line has a quote that is never closed.');
  return [...names, name];
}
