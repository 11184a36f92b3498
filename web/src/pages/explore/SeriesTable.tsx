import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { isMissing, otherColour } from '../../lib/palette.js';
import type { Series } from '../../lib/series.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';

interface SeriesTableProps {
  series: readonly Series[];
  total: string;
  currency: string;
  colours: ReadonlyMap<string, string>;
  lit: string | null;
  onLight: (name: string | null) => void;
}

const mostRows = 500;

/** The legend of the chart and its figures in one. */
export function SeriesTable({ series, total, currency, colours, lit, onLight }: SeriesTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ id: 'total', isDescending: true });
  const whole = approximate(total);
  const columns: Column<Series>[] = [
    {
      id: 'name',
      header: 'Series',
      sort: (row) => row.name,
      cell: (row) => (
        <Group gap="sm" wrap="nowrap">
          <span
            className={isMissing(row.name) ? 'swatch swatch-hatched' : 'swatch'}
            style={{ background: colours.get(row.name) ?? otherColour }}
          />
          {row.name}
        </Group>
      ),
    },
    {
      id: 'total',
      header: 'Total',
      isNumeric: true,
      sort: (row) => approximate(row.total),
      cell: (row) => <Money amount={row.total} currency={currency} />,
    },
    {
      id: 'share',
      header: 'Share',
      isNumeric: true,
      cell: (row) => (whole === 0 ? '' : formatPercent(approximate(row.total) / whole)),
    },
  ];
  return (
    <>
      <DataTable
        label="Series"
        columns={columns}
        rows={series.slice(0, mostRows)}
        keyOf={(row) => row.name}
        sorting={sorting}
        onSort={setSorting}
        lit={lit}
        onLight={onLight}
      />
      {series.length > mostRows && (
        <Text size="sm" c="dimmed">
          The largest {mostRows} of {series.length} series.
        </Text>
      )}
    </>
  );
}
