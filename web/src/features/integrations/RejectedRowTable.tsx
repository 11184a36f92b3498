import { formatNumber } from '../../lib/money.js';
import { Code } from '@mantine/core';
import { type Column, DataTable } from '../../parts/DataTable.js';
import type { RejectedRow } from './import-run.js';

const columns: Column<RejectedRow>[] = [
  { id: 'file', header: 'File', cell: (row) => row.source_file },
  {
    id: 'row',
    header: 'Row',
    isNumeric: true,
    cell: (row) => formatNumber(row.source_row),
  },
  { id: 'column', header: 'Column', cell: (row) => row.column },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason },
  { id: 'value', header: 'Value', cell: (row) => row.sample && <Code>{row.sample}</Code> },
];

/** Rejected rows of a bill, with their position and the reason. */
export const RejectedRowTable = ({ rows }: { rows: readonly RejectedRow[] }) => (
  <DataTable
    label="Rejected rows"
    columns={columns}
    rows={rows}
    keyOf={(row) => `${row.source_file} ${row.source_row} ${row.column} ${row.reason}`}
  />
);
