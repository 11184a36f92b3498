import { Text, Title } from '@mantine/core';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import type { ImportRun, Load, RejectedRow } from './import-run.js';

type Month = Load['months'][number];

/** The totals of an import by month, and its rejected rows. */
export function ImportTotals({ run: { loads, rejected_rows: rejected } }: { run: ImportRun }) {
  const count = (field: 'rows_read' | 'rows_rejected' | 'rows_repeated' | 'lines') =>
    loads.reduce((sum, load) => sum + load[field], 0).toLocaleString();
  return (
    <>
      <Text size="sm">
        Imported {count('rows_read')} rows as {count('lines')} lines. {count('rows_rejected')} rows
        were rejected and {count('rows_repeated')} skipped as duplicates.
      </Text>
      <DataTable
        label="Months of the bill"
        columns={monthColumns}
        rows={loads.flatMap(({ months }) => months)}
        keyOf={({ month, currency }) => month + currency}
      />
      {loads
        .flatMap(({ warnings }) => warnings)
        .map(({ code, count: times, example }) => (
          <Text key={code + example} size="sm" c="dimmed">
            {times.toLocaleString()} × {code.replaceAll('_', ' ')}, as in {example}
          </Text>
        ))}
      {rejected.length > 0 && (
        <>
          <Title order={3}>Rejected rows</Title>
          <DataTable
            label="Rejected rows"
            columns={rejectedColumns}
            rows={rejected}
            keyOf={(row) => `${row.source_file} ${row.source_row} ${row.column} ${row.reason}`}
          />
        </>
      )}
    </>
  );
}

const monthColumns: Column<Month>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => month.slice(0, 7) },
  { id: 'rows', header: 'Rows', isNumeric: true, cell: ({ rows }) => rows.toLocaleString() },
  {
    id: 'billed',
    header: 'Billed',
    isNumeric: true,
    cell: ({ billed, currency }) => <Money amount={billed} currency={currency} />,
  },
];

const rejectedColumns: Column<RejectedRow>[] = [
  {
    id: 'row',
    header: 'Row',
    cell: (row) => `${row.source_file}, row ${row.source_row.toLocaleString()}`,
  },
  { id: 'column', header: 'Column', cell: ({ column }) => column },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { id: 'sample', header: 'Value', cell: ({ sample }) => sample },
];
