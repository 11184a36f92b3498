import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  Header,
  ImportError,
  maxColumns,
  tooManyColumns,
  type FileLayout,
  readFirstLine,
  readLayout,
  type SourceFile,
} from '../../intake/ingest/index.js';
import { fieldName } from './flow-log-fields.js';

/** A field of a flow log, as the engine reads it. */
interface LoggedField {
  sql: Sql;
  /** ClickHouse type. */
  type: string;
}

/** The columns of a flow log, as the engine reads them. */
export interface FlowLogLayout {
  file: SourceFile;
  layout: FileLayout;
  /** SQL and type of each field, by its name in text files. */
  fields: ReadonlyMap<string, LoggedField>;
  /** What follows FROM, for the records of a table that holds the file. */
  recordsOf: (table: Sql, rowNumber: Sql) => Sql;
  /** SQL of several fields with blanks between them, where they can be read at once; '' for an absent one. */
  joined?: (names: readonly string[]) => Sql;
  /** True for a record that does not have as many fields as the header; Parquet files have none. */
  hasWrongFieldCount: Sql;
}

/** Reads the fields of a flow log from its first line, or from the schema of a Parquet file. */
export async function readFlowLogLayout(
  store: CostStore,
  file: SourceFile,
): Promise<FlowLogLayout> {
  if (file.content === 'parquet') return parquetLayout(file, await readLayout(store, file));
  return textLayout(file, await readFirstLine(file));
}

function parquetLayout(file: SourceFile, layout: FileLayout): FlowLogLayout {
  const fields = layout.stored.map(
    ({ name, type }) => [fieldName(name), { sql: sql.identifier(name), type }] as const,
  );
  return {
    file,
    layout,
    fields: new Map(fields),
    recordsOf: (table, rowNumber) => sql`(SELECT *, ${rowNumber} AS row_number FROM ${table})`,
    hasWrongFieldCount: sql`false`,
  };
}

/**
 * A text log has a blank between its fields, which are never quoted. Splitting whole lines takes half the
 * time that the engine needs to read them as CSV.
 */
function textLayout(file: SourceFile, header: string): FlowLogLayout {
  const names = header.trim().split(/ +/).map(fieldName);
  if (names.length > maxColumns) throw tooManyColumns();
  if (new Set(names).size !== names.length) {
    throw new ImportError('UNSUPPORTED LOG FORMAT: the header names a field twice.');
  }
  return {
    file: { ...file, content: 'lines' },
    layout: {
      header: new Header([]),
      delimiter: ' ',
      stored: [{ name: 'line', type: 'String' }],
    },
    fields: new Map(
      names.map((name, index) => [name, { sql: fieldAt(index + 1, names.length), type: 'String' }]),
    ),
    // The first line may begin with a byte-order mark.
    recordsOf: (table, rowNumber) => sql`(
      SELECT line, splitByChar(' ', line) AS fields, ${rowNumber} AS row_number
      FROM ${table}
      WHERE line != '' AND line != '\\r'
        AND NOT endsWith(line, ${sql.literal(header)})
        AND NOT endsWith(line, ${sql.literal(`${header}\r`)})
    )`,
    joined: (wanted) => joinedFields(names, wanted),
    hasWrongFieldCount: sql`length(fields) != ${names.length}`,
  };
}

/** Where lines end with a carriage return, so does the last field. */
const fieldAt = (position: number, count: number) =>
  position === count ? sql`replaceAll(fields[${position}], '\\r', '')` : sql`fields[${position}]`;

/** Positions in the line of wanted fields that follow one another in it. */
interface FieldRun {
  first: number;
  last: number;
}

/**
 * At most nine fields of a line, taken from it by one regular expression, which is faster than joining
 * them one by one. A line with another number of fields is returned as it is.
 */
function joinedFields(names: readonly string[], wanted: readonly string[]): Sql {
  const runs = runsOf(wanted.map((name) => names.indexOf(name)));
  // Groups are numbered in the order in which the pattern has them.
  const found = runs.filter((run) => run !== undefined).toSorted((a, b) => a.first - b.first);
  const pattern = names.map((_, position) => {
    const opening = found.some((run) => run.first === position) ? '(' : '';
    const closing = found.some((run) => run.last === position) ? ')' : '';
    return `${opening}[^ \\r]*${closing}`;
  });
  const replacement = runs.map((run) => (run === undefined ? '' : `\\${found.indexOf(run) + 1}`));
  const whole = sql.literal(`^${pattern.join(' ')}\\r*$`);
  return sql`replaceRegexpOne(line, ${whole}, ${sql.literal(replacement.join(' '))})`;
}

/** An absent field is a run of its own. */
function runsOf(positions: readonly number[]): (FieldRun | undefined)[] {
  const runs: (FieldRun | undefined)[] = [];
  for (const position of positions) {
    const previous = runs.at(-1);
    if (position === -1) runs.push(undefined);
    else if (previous?.last === position - 1) previous.last = position;
    else runs.push({ first: position, last: position });
  }
  return runs;
}
