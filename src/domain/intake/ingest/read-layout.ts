import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { delimiterOf, Header, splitHeader, type FileColumn } from './header.js';
import { damagedFile, emptyFile, jsonNotInLines, outerType } from './file-faults.js';
import { ImportError } from './import-error.js';
import { maxColumns, tooManyColumns } from './limits.js';
import type { SourceFile } from './source-file.js';
import { readDecompressed } from './decompress.js';
import { readParquetColumns } from './parquet-columns.js';
import type { StoredColumn } from './stored-column.js';
import { tableFunction } from './table-function.js';

/** The columns of a file and its delimiter. */
export interface FileLayout {
  header: Header;
  delimiter: string;
  /** What the engine reads; expressions of the header refer to these. */
  stored: readonly StoredColumn[];
}

/** Reads the columns of a file from its schema, its first line, or its first JSON object. */
export async function readLayout(store: CostStore, file: SourceFile): Promise<FileLayout> {
  try {
    if (file.content === 'parquet') return await parquetLayout(store, file);
    const line = await readFirstLine(file);
    return file.content === 'json' ? jsonLayout(file.name, line) : delimitedLayout(file.name, line);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw damagedFile(file.name, outerType(file), error);
  }
}

async function parquetLayout(store: CostStore, file: SourceFile): Promise<FileLayout> {
  const stored = store.embedded
    ? await describeParquet(store, file)
    : await readParquetColumns(file.location);
  const columns = stored.flatMap(({ name, type }) =>
    [{ name, type, sql: sql.identifier(name) }].concat(recordFields(name, type)),
  );
  return { header: new Header(columns), delimiter: ',', stored };
}

function describeParquet(store: CostStore, file: SourceFile): Promise<StoredColumn[]> {
  const table = tableFunction([file.location], { format: 'Parquet', compression: 'none' });
  return selectRows<StoredColumn>(store.bulk, sql`DESCRIBE ${table}`, {
    describe_include_subcolumns: 0,
    print_pretty_type_names: 0,
  });
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
      sql: sql`tupleElement(${sql.identifier(name)}, ${sql.literal(fieldName)})`,
    };
  });
}

const maxLineBytes = 1_000_000;

/** The first line of a text file that is not blank, without its byte-order mark. */
export async function readFirstLine(file: SourceFile): Promise<string> {
  let text = Buffer.alloc(0);
  const lineEnd = () => text.indexOf(0x0a);
  for await (const chunk of readDecompressed(file) as AsyncIterable<Buffer>) {
    text = Buffer.concat([text, chunk]);
    while (lineEnd() >= 0 && text.toString('utf8', 0, lineEnd()).trim() === '') {
      text = text.subarray(lineEnd() + 1);
    }
    if (lineEnd() >= 0 || text.length > maxLineBytes) break;
  }
  const end = lineEnd() < 0 ? text.length : lineEnd();
  const first = text.toString('utf8', 0, Math.min(end, maxLineBytes)).replace(/^\uFEFF/, '');
  const [line = ''] = first.split(/\r(?=.)/);
  if (line.trim() === '') throw emptyFile(file.name);
  return line.replace(/\r$/, '');
}

function delimitedLayout(name: string, line: string): FileLayout {
  const delimiter = delimiterOf(line);
  const names = splitHeader(line, delimiter);
  if (names === undefined) {
    throw new ImportError(
      `${name} has a quote in its header line that is never closed; export it again.`,
    );
  }
  if (names.length > maxColumns) throw tooManyColumns();
  const aliases = names.map((_, index) => `c${index + 1}`);
  const columns = aliases.map((alias, index) => ({
    name: names[index]!.replace(/^\uFEFF/, '').trim(),
    type: 'String',
    sql: sql.ref(alias),
  }));
  // One column more than the header has, to detect rows with too many fields.
  const stored = [...aliases, 'extra_field'].map((name) => ({ name, type: 'String' }));
  return { header: new Header(columns), delimiter, stored };
}

/** The first object of a JSON lines file only shows which format it is: later ones may have other paths. */
function jsonLayout(name: string, line: string): FileLayout {
  let first: unknown;
  try {
    first = JSON.parse(line);
  } catch (error) {
    throw jsonNotInLines(name, error);
  }
  if (Array.isArray(first)) throw jsonNotInLines(name);
  const columns = new Map<string, FileColumn>();
  const columnAt = (path: string): FileColumn => {
    const existing = columns.get(path);
    if (existing !== undefined) return existing;
    const keys = sql.literals(path.split('.'));
    const raw = sql`JSONExtractRaw(json, ${keys})`;
    const column = {
      name: path,
      type: 'String',
      sql: sql`if(startsWith(${raw}, '"'), JSONExtractString(json, ${keys}), ${raw})`,
    };
    columns.set(path, column);
    return column;
  };
  const header = new Header(pathsIn(first).map(columnAt), columnAt);
  return { header, delimiter: ',', stored: [{ name: 'json', type: 'String' }] };
}

/** Objects in bills are three levels deep. */
const maxPathKeys = 8;

function pathsIn(value: unknown, maxKeys = maxPathKeys): string[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || maxKeys === 0) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    [key].concat(pathsIn(inner, maxKeys - 1).map((path) => `${key}.${path}`)),
  );
}
