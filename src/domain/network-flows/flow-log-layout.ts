import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { identifier } from '../../platform/store/clickhouse/sql-text.js';
import { Header } from '../ingest/header.js';
import { ImportError } from '../ingest/import-error.js';
import { maxColumns, tooManyColumns } from '../ingest/limits.js';
import { type FileLayout, readFirstLine, readLayout } from '../ingest/read-layout.js';
import type { SourceFile } from '../ingest/source-file.js';
import type { StoredColumn } from '../ingest/stored-column.js';
import { fieldName } from './flow-log-fields.js';

/** The columns of a flow log, as the engine reads them. */
export interface FlowLogLayout {
  layout: FileLayout;
  /** SQL and type of each field, by its name in text files. */
  fields: ReadonlyMap<string, StoredColumn>;
  /** True for a record that does not have as many fields as the header; Parquet files have none. */
  hasWrongFieldCount: string;
}

/** Fields with few values: with a dictionary, the engine compares each of them once per block. */
const repeatedFields = new Set(
  (
    'version account-id interface-id action log-status vpc-id subnet-id instance-id region az-id' +
    ' flow-direction traffic-path protocol type tcp-flags'
  ).split(' '),
);

/** Reads the fields of a flow log from its first line, or from the schema of a Parquet file. */
export async function readFlowLogLayout(
  store: CostStore,
  file: SourceFile,
): Promise<FlowLogLayout> {
  if (file.content === 'parquet') return parquetLayout(await readLayout(store, file));
  return textLayout(await readFirstLine(file));
}

function parquetLayout(layout: FileLayout): FlowLogLayout {
  const fields = layout.stored.map(
    ({ name, type }) => [fieldName(name), { name: identifier(name), type }] as const,
  );
  return { layout, fields: new Map(fields), hasWrongFieldCount: 'false' };
}

/** A text log is read as CSV with a blank between the fields, which never are empty: `-` stands for null. */
function textLayout(line: string): FlowLogLayout {
  const names = line.trim().split(/ +/).map(fieldName);
  if (names.length > maxColumns) throw tooManyColumns();
  if (new Set(names).size !== names.length) {
    throw new ImportError('UNSUPPORTED LOG FORMAT: the header names a field twice.');
  }
  const stored = names.map((name, index) => ({
    name: `c${index + 1}`,
    type: repeatedFields.has(name) ? 'LowCardinality(String)' : 'String',
  }));
  return {
    layout: {
      header: new Header([]),
      delimiter: ' ',
      // One column more than the header has, to detect records with too many fields.
      stored: [...stored, { name: 'extra_field', type: 'String' }],
    },
    fields: new Map(names.map((name, index) => [name, stored[index]!])),
    hasWrongFieldCount: `(c${names.length} = '' OR extra_field != '')`,
  };
}
