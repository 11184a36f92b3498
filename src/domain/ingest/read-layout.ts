import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { identifier, literal } from '../../platform/store/clickhouse/sql-text.js';
import { delimiterOf, Header, splitHeader, type FileColumn } from './header.js';
import { ImportError } from './import-error.js';
import type { SourceFile } from './source-file.js';
import { tableFunction } from './table-function.js';

/** The columns of a file and its delimiter. */
export interface FileLayout {
  header: Header;
  delimiter: string;
}

/** Reads the columns of a file from its schema, its first line, or its first JSON object. */
export async function readLayout(store: CostStore, file: SourceFile): Promise<FileLayout> {
  try {
    if (file.content === 'parquet') return await parquetLayout(store, file);
    const line = await readFirstLine(store, file);
    return file.content === 'json' ? jsonLayout(line) : delimitedLayout(line);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file.name} is damaged or truncated.`, [], { cause: error });
  }
}

async function parquetLayout(store: CostStore, file: SourceFile): Promise<FileLayout> {
  const table = tableFunction([file.location], { format: 'Parquet', compression: 'none' });
  const described = await selectRows<{ name: string; type: string }>(
    store.bulk,
    `DESCRIBE ${table}`,
    undefined,
    { describe_include_subcolumns: 0 },
  );
  const columns = described.flatMap(({ name, type }) =>
    [{ name, type, sql: identifier(name) }].concat(recordFields(name, type)),
  );
  return { header: new Header(columns), delimiter: ',' };
}

/** Fields of a nested record, under dotted names as in a CSV export. */
function recordFields(name: string, type: string): FileColumn[] {
  const inner = /^(?:Nullable\()?Tuple\((.*?)\)*$/.exec(type)?.[1];
  if (inner === undefined) return [];
  return inner.split(/,(?![^(]*\))/).map((field) => {
    const [fieldName = '', ...fieldType] = field.trim().split(' ');
    return {
      name: `${name}.${fieldName}`,
      type: fieldType.join(' '),
      sql: `tupleElement(${identifier(name)}, ${literal(fieldName)})`,
    };
  });
}

async function readFirstLine(store: CostStore, file: SourceFile): Promise<string> {
  const table = tableFunction([file.location], {
    format: 'LineAsString',
    structure: 'line String',
    compression: file.compression,
  });
  const rows = await selectRows<{ line: string }>(
    store.bulk,
    `SELECT substring(line, 1, 1000000) AS line FROM ${table} WHERE trimBoth(line) != '' LIMIT 1`,
    undefined,
    // With several threads, LIMIT 1 may return a line from the middle of a large file.
    { max_threads: 1 },
  );
  const [line] = (rows[0]?.line ?? '').replace(/^\uFEFF/, '').split(/\r(?=.)/);
  if (line === undefined || line.trim() === '') throw new ImportError(`${file.name} is empty.`);
  return line.replace(/\r$/, '');
}

function delimitedLayout(line: string): FileLayout {
  const delimiter = delimiterOf(line);
  const columns = splitHeader(line, delimiter).map((name, index) => ({
    name: name.replace(/^\uFEFF/, '').trim(),
    type: 'String',
    sql: `c${index + 1}`,
  }));
  return { header: new Header(columns), delimiter };
}

/** The first object of a JSON lines file only shows which format it is: later ones may have other paths. */
function jsonLayout(line: string): FileLayout {
  let first: unknown;
  try {
    first = JSON.parse(line);
  } catch (error) {
    throw new ImportError('The file is JSON, but not one object per line.', [], { cause: error });
  }
  const columns = new Map<string, FileColumn>();
  const columnAt = (path: string): FileColumn => {
    const existing = columns.get(path);
    if (existing !== undefined) return existing;
    const keys = path.split('.').map(literal).join(', ');
    const raw = `JSONExtractRaw(json, ${keys})`;
    const column = {
      name: path,
      type: 'String',
      sql: `if(startsWith(${raw}, '"'), JSONExtractString(json, ${keys}), ${raw})`,
    };
    columns.set(path, column);
    return column;
  };
  return { header: new Header(pathsIn(first).map(columnAt), columnAt), delimiter: ',' };
}

function pathsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    [key].concat(pathsIn(inner).map((path) => `${key}.${path}`)),
  );
}
