import { type Sql, sql } from '../../../platform/store/sql.js';
import { ImportError } from './import-error.js';

/** How the engine reads files: format, columns and compression. */
export interface ReadOptions {
  format: string;
  structure?: string;
  compression: string;
}

/** The engine's table function that reads local files; the engine itself never opens a connection. */
export function tableFunction(paths: readonly string[], options: ReadOptions): Sql {
  const { format, structure = 'auto', compression } = options;
  return sql`file(${sql.literals([glob(paths), format, structure, compression])})`;
}

/** Combines several locations into one pattern: `/bills/{a,b}`. A pattern must not start with a brace, or the engine treats it as a relative path. */
function glob(locations: readonly string[]): string {
  const [first = '', ...others] = locations;
  // A comma only has a meaning between braces.
  const pattern = others.length === 0 ? /[*?{}]/ : /[*?{},]/;
  const invalid = locations.find((location) => pattern.test(location));
  if (invalid !== undefined) {
    throw new ImportError(`The path ${invalid} contains pattern characters (* ? { } ,).`);
  }
  if (others.length === 0) return first;
  const folder = commonFolder(locations);
  return `${folder}{${locations.map((location) => location.slice(folder.length)).join(',')}}`;
}

function commonFolder(locations: readonly string[]): string {
  const [first = ''] = locations;
  let length = first.length;
  while (!locations.every((location) => location.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, first.lastIndexOf('/', length - 1) + 1);
}
