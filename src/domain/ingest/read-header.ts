import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { identifier, literal } from '../../platform/store/clickhouse/sql-text.js';
import { delimiterOf, Header, splitHeader, type FileColumn } from './header.js';
import { ImportError } from './import-error.js';
import type { SourceFile } from './source-file.js';
import { tableFunction } from './table-function.js';

/** A file's columns and how the engine must be told to read it. */
export interface ReadHeader {
  header: Header;
  delimiter: string;
}

/** Learns the columns of a file: from its schema, its first line, or its first JSON object. */
export async function readHeader(store: CostStore, file: SourceFile): Promise<ReadHeader> {
  try {
    if (file.content === 'parquet') return await parquetHeader(store, file);
    const line = await firstLine(store, file);
    return file.content === 'json' ? jsonHeader(line) : delimitedHeader(line);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file.name} is damaged or cut off.`, [], { cause: error });
  }
}

async function parquetHeader(store: CostStore, file: SourceFile): Promise<ReadHeader> {
  const place = tableFunction([file.location], { format: 'Parquet', compression: 'none' });
  const described = await selectRows<{ name: string; type: string }>(
    store.bulk,
    `DESCRIBE ${place}`,
    undefined,
    { describe_include_subcolumns: 0 },
  );
  const columns = described.flatMap(({ name, type }) =>
    [{ name, type, sql: identifier(name) }].concat(recordFields(name, type)),
  );
  return { header: new Header(columns), delimiter: ',' };
}

/** Fields of a nested record, under dotted names as a CSV copy would have them. */
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

async function firstLine(store: CostStore, file: SourceFile): Promise<string> {
  const place = tableFunction([file.location], {
    format: 'LineAsString',
    structure: 'line String',
    compression: file.compression,
  });
  const rows = await selectRows<{ line: string }>(
    store.bulk,
    `SELECT substring(line, 1, 1000000) AS line FROM ${place} WHERE trimBoth(line) != '' LIMIT 1`,
    undefined,
    // Several threads share a large file, and the first to be done need not have its first line.
    { max_threads: 1 },
  );
  const [line] = (rows[0]?.line ?? '').replace(/^\uFEFF/, '').split(/\r(?=.)/);
  if (line === undefined || line.trim() === '') throw new ImportError(`${file.name} is empty.`);
  return line.replace(/\r$/, '');
}

function delimitedHeader(line: string): ReadHeader {
  const delimiter = delimiterOf(line);
  const columns = splitHeader(line, delimiter).map((name, index) => ({
    name: name.replace(/^\uFEFF/, '').trim(),
    type: 'String',
    sql: `c${index + 1}`,
  }));
  return { header: new Header(columns), delimiter };
}

/** Any path may be asked of JSON lines; the first object only tells which format it is. */
function jsonHeader(line: string): ReadHeader {
  let first: unknown;
  try {
    first = JSON.parse(line);
  } catch (error) {
    throw new ImportError('The file is JSON, but not one object per line.', [], { cause: error });
  }
  const paths = new Map<string, FileColumn>();
  const open = (path: string): FileColumn => {
    const known = paths.get(path);
    if (known !== undefined) return known;
    const keys = path.split('.').map(literal).join(', ');
    const raw = `JSONExtractRaw(json, ${keys})`;
    const column = {
      name: path,
      type: 'String',
      sql: `if(startsWith(${raw}, '"'), JSONExtractString(json, ${keys}), ${raw})`,
    };
    paths.set(path, column);
    return column;
  };
  return { header: new Header(pathsOf(first).map(open), open), delimiter: ',' };
}

function pathsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    [key].concat(pathsOf(inner).map((path) => `${key}.${path}`)),
  );
}
