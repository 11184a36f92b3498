import { Group, Text } from '@mantine/core';
import { approximate } from '../lib/decimal.js';
import { formatPercent } from '../lib/money.js';
import { isMissing } from '../lib/palette.js';
import type { Series } from '../lib/series.js';
import { type Column, DataTable } from './DataTable.js';
import { Money } from './figures.js';

/** The series of a chart with their colours. */
export function Legend({
  series,
  colours,
}: {
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
}) {
  return (
    <Group gap="md" mt="sm" mb={0} p={0} component="ul" style={{ listStyle: 'none', rowGap: 4 }}>
      {series.map(({ name }) => (
        <Group key={name} gap={6} wrap="nowrap" component="li">
          <span
            className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
            style={{ background: colours.get(name) }}
          />
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Group>
  );
}

interface SeriesListProps {
  label: string;
  series: readonly Series[];
  total: string;
  currency: string;
  highlighted: string | null;
  onHighlight: (name: string | null) => void;
}

/** The series of a chart as a table, with totals and shares. */
export function SeriesList({ label, series, total, currency, ...highlighting }: SeriesListProps) {
  const whole = approximate(total);
  const columns: Column<Series>[] = [
    { id: 'name', header: 'Series', cell: (row) => row.name },
    {
      id: 'total',
      header: 'Total',
      isNumeric: true,
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
    <DataTable
      label={label}
      columns={columns}
      rows={series}
      keyOf={(row) => row.name}
      {...highlighting}
    />
  );
}
