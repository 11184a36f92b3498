import { Text } from '@mantine/core';
import { useState } from 'react';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { approximate } from '../../lib/decimal.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import type { CanvasColumn, CanvasTable } from './canvas.js';

const maxRows = 1000;

interface TableProps {
  title: string;
  table: CanvasTable;
  currency: string;
}

/** The table of a canvas; each cell is formatted by the type of its column. */
export function Table({ title, table, currency }: TableProps) {
  const [sorting, setSorting] = useState<Sorting>();
  const names = useNames();
  const rows = table.rows.slice(0, maxRows).map((cells, index) => ({ index, cells }));
  if (rows.length === 0) return <Text c="dimmed">No costs match this prompt.</Text>;
  const columns = table.columns.map((column, index): Column<(typeof rows)[number]> => ({
    id: column.key,
    header: column.label,
    isNumeric: column.type === 'decimal',
    cell: ({ cells }) => (
      <Cell column={column} value={cells[index] ?? null} currency={currency} names={names} />
    ),
    sort: ({ cells }) =>
      column.type === 'decimal' ? approximate(cells[index] ?? '0') : (cells[index] ?? ''),
  }));
  return (
    <>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        keyOf={({ index }) => String(index)}
        sorting={sorting}
        onSort={setSorting}
      />
      {table.rows.length > maxRows && (
        <Text size="sm" c="dimmed" mt="sm">
          Showing the first {maxRows} of {table.rows.length} rows.
        </Text>
      )}
    </>
  );
}

interface CellProps {
  column: CanvasColumn;
  value: string | null;
  currency: string;
  names: Names;
}

function Cell({ column: { key, type }, value, currency, names }: CellProps) {
  if (value === null) return '–';
  if (type === 'date') return <DateText day={value} />;
  if (type === 'decimal') {
    return <Money amount={value} currency={key.includes('cost') ? currency : ''} />;
  }
  return names(key, value);
}
