import { Code, Text, Title } from '@mantine/core';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { useListState } from '../../parts/list-state.js';
import { Pager } from '../../parts/Pager.js';
import { type LoadAnswer, type RejectedRow, formatCount } from './load.js';

const columns: Column<RejectedRow>[] = [
  { id: 'file', header: 'File', cell: (row) => row.source_file },
  { id: 'row', header: 'Row', isNumeric: true, cell: (row) => formatCount(row.source_row) },
  { id: 'column', header: 'Column', cell: (row) => row.column },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason },
  { id: 'value', header: 'Value', cell: (row) => row.sample && <Code>{row.sample}</Code> },
];

/** Rows of a bill that could not be taken: where they stand and why. */
export function RejectedRows({ answer }: { answer: LoadAnswer }) {
  const { page, turn } = useListState();
  const { rejected_rows: rows, links } = answer;
  return (
    <section>
      <Title order={2} mb="sm">
        Rejected rows
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {rows.length === 0
          ? 'Every row of the bill was taken.'
          : 'Rows are counted from 1, without the header. Correct them at the source and import the bill again: it replaces this load.'}
      </Text>
      {rows.length > 0 && (
        <DataTable
          label="Rejected rows"
          columns={columns}
          rows={rows}
          keyOf={(row) => `${row.source_file} ${row.source_row} ${row.column} ${row.reason}`}
        />
      )}
      <Pager links={links} page={page} onPage={turn} />
    </section>
  );
}
