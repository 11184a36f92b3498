import { Anchor, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { isMissing, otherColour } from '../../lib/palette.js';
import type { Series } from '../../lib/series.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { Change, Money } from '../../parts/figures.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { Sparkline } from '../../parts/Sparkline.js';

interface SeriesTableProps {
  series: readonly Series[];
  /** Absent where series of different units have no sum. */
  total: string | undefined;
  /** By name, of the time compared with. */
  previous: ReadonlyMap<string, string> | undefined;
  /** How many bins are complete; a course that ends in half a day would seem to fall. */
  completeBins: number;
  currency: string;
  colours: ReadonlyMap<string, string>;
  lit: string | null;
  onLight: (name: string | null) => void;
  mayDrill: (name: string) => boolean;
  onDrill: (name: string) => void;
  onExplain: ((name: string) => void) | undefined;
}

const mostRows = 500;

/** The legend of the chart and its figures in one. */
export function SeriesTable(props: SeriesTableProps) {
  const { series, lit, onLight, onDrill, mayDrill, onExplain } = props;
  const [sorting, setSorting] = useState<Sorting>({ id: 'total', isDescending: true });
  return (
    <>
      <DataTable
        label="Series"
        columns={[nameColumn(props), ...figureColumns(props)]}
        rows={series.slice(0, mostRows)}
        keyOf={(row) => row.name}
        sorting={sorting}
        onSort={setSorting}
        lit={lit}
        onLight={onLight}
        {...(onExplain
          ? {
              actions: ({ name }: Series) => (
                <RowMenu label={name}>
                  <Menu.Item onClick={() => onExplain(name)}>Explain</Menu.Item>
                  {mayDrill(name) && (
                    <Menu.Item onClick={() => onDrill(name)}>Show these costs alone</Menu.Item>
                  )}
                </RowMenu>
              ),
            }
          : {})}
      />
      {series.length > mostRows && (
        <Text size="sm" c="dimmed">
          The largest {mostRows} of {series.length} series.
        </Text>
      )}
    </>
  );
}

function nameColumn({ colours, mayDrill, onDrill }: SeriesTableProps): Column<Series> {
  return {
    id: 'name',
    header: 'Series',
    sort: (row) => row.name,
    cell: ({ name }) => (
      <Group gap="sm" wrap="nowrap">
        <span
          className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
          style={{ background: colours.get(name) ?? otherColour }}
        />
        {mayDrill(name) ? (
          <Anchor component="button" ta="left" c="inherit" onClick={() => onDrill(name)}>
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Group>
    ),
  };
}

function figureColumns(props: SeriesTableProps): Column<Series>[] {
  const { total, previous, completeBins, currency, colours } = props;
  const whole = approximate(total ?? '0');
  const before = (name: string) => previous?.get(name) ?? '0.0';
  return [
    {
      id: 'course',
      header: 'Course',
      cell: ({ name, amounts }) => (
        <Sparkline
          values={amounts.slice(0, completeBins).map(approximate)}
          colour={colours.get(name) ?? otherColour}
        />
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
    ...(previous
      ? [
          {
            id: 'previous',
            header: 'Before',
            isNumeric: true,
            sort: (row: Series) => approximate(before(row.name)),
            cell: (row: Series) => <Money amount={before(row.name)} currency={currency} />,
          },
          {
            id: 'change',
            header: 'Change',
            isNumeric: true,
            sort: (row: Series) => approximate(row.total) - approximate(before(row.name)),
            cell: (row: Series) => (
              <Change now={row.total} before={before(row.name)} currency={currency} />
            ),
          },
        ]
      : []),
  ];
}
