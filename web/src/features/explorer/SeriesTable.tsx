import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { approximate } from '../../lib/decimal.js';
import { formatMoney, formatPercent } from '../../lib/money.js';
import { isMissing, otherColour } from '../../lib/palette.js';
import type { Series } from '../../lib/series.js';
import { maxGroups } from '../costs/use-cost-series.js';
import type { linkToChanges } from './link-to-changes.js';
import type { Compared } from './use-series.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { Change, Money } from '../../parts/figures.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { Sparkline } from '../../parts/Sparkline.js';

interface SeriesTableProps {
  series: readonly Series[];
  /** Undefined where series have different units and thus no sum. */
  total: string | undefined;
  /** The number of all series. */
  count: number;
  /** The costs of the series that are not shown. */
  other: string | undefined;
  /** By name; undefined without a comparison. */
  changes: ReadonlyMap<string, Compared> | undefined;
  /** The number of complete bins; the trend leaves out the rest, because an incomplete day looks like a drop. */
  completeBins: number;
  currency: string;
  colours: ReadonlyMap<string, string>;
  highlighted: string | null;
  onHighlight: (name: string | null) => void;
  mayDrill: (name: string) => boolean;
  onDrill: (name: string) => void;
  /** The page that explains the change of a series. */
  changesOf: (name: string) => ReturnType<typeof linkToChanges> | undefined;
  onExplain: ((name: string) => void) | undefined;
}

/** As many rows as fit on a screen. */
const firstRows = 30;

/** The order of `series`; any other order needs all of them. */
const bySize: Sorting = { id: 'total', isDescending: true };
const isDefault = ({ id, isDescending }: Sorting) => id === bySize.id && isDescending;

/** The legend of the chart with its figures. */
export function SeriesTable(props: SeriesTableProps) {
  const { series, count, total, other, changes, completeBins, currency, colours } = props;
  const { highlighted, onHighlight, mayDrill, onDrill, changesOf, onExplain } = props;
  const [sorting, setSorting] = useState<Sorting>(bySize);
  // Renders what fits on the screen first, the rows below it when the browser is idle.
  const isComplete = useDeferredValue(series) === series || !isDefault(sorting);
  const rows = series.slice(0, isComplete ? maxGroups : firstRows);
  // Memoized, so that hovering over a row renders only that row.
  const columns = useMemo(
    () => [nameColumn(props), ...figureColumns(props)],
    [total, changes, completeBins, currency, colours, mayDrill, onDrill],
  );
  const actions = useMemo(
    () => onExplain && actionsOf({ mayDrill, onDrill, changesOf, onExplain }),
    [mayDrill, onDrill, changesOf, onExplain],
  );
  return (
    <>
      <DataTable
        label="Series"
        columns={columns}
        rows={rows}
        keyOf={(row) => row.name}
        sorting={sorting}
        onSort={setSorting}
        highlighted={highlighted}
        onHighlight={onHighlight}
        {...(actions ? { actions } : {})}
      />
      {count > maxGroups && (
        <Text size="sm" c="dimmed">
          Showing the largest {maxGroups} of {count.toLocaleString()} series
          {other !== undefined && `; all others cost ${formatMoney(other, currency)} together`}.
        </Text>
      )}
    </>
  );
}

const actionsOf =
  ({
    mayDrill,
    onDrill,
    changesOf,
    onExplain,
  }: Pick<SeriesTableProps, 'mayDrill' | 'onDrill' | 'changesOf'> & {
    onExplain: (name: string) => void;
  }) =>
  ({ name }: Series) => (
    <RowMenu label={name}>
      <Menu.Item onClick={() => onExplain(name)}>Explain</Menu.Item>
      <ChangesItem link={changesOf(name)} />
      {mayDrill(name) && <Menu.Item onClick={() => onDrill(name)}>Filter to this</Menu.Item>}
    </RowMenu>
  );

const ChangesItem = ({ link }: { link: ReturnType<SeriesTableProps['changesOf']> }) =>
  link && (
    <Menu.Item component={Link} {...link}>
      Why did it change?
    </Menu.Item>
  );

function nameColumn({ colours, mayDrill, onDrill }: SeriesTableProps): Column<Series> {
  return {
    id: 'name',
    header: 'Series',
    sort: (row) => row.name,
    cell: ({ name }) => (
      <span className="series-name">
        <span
          className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
          style={{ background: colours.get(name) ?? otherColour }}
        />
        {mayDrill(name) ? (
          <button type="button" className="link-button" onClick={() => onDrill(name)}>
            {name}
          </button>
        ) : (
          name
        )}
      </span>
    ),
  };
}

function figureColumns(props: SeriesTableProps): Column<Series>[] {
  const { total, changes, completeBins, currency, colours } = props;
  const whole = approximate(total ?? '0');
  const none = { current: '0.0', previous: '0.0' };
  const changeOf = ({ name }: Series) => changes?.get(name) ?? none;
  return [
    {
      id: 'trend',
      header: 'Trend',
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
    ...(changes !== undefined
      ? [
          {
            id: 'previous',
            header: 'Previous period',
            isNumeric: true,
            sort: (row: Series) => approximate(changeOf(row).previous),
            cell: (row: Series) => <Money amount={changeOf(row).previous} currency={currency} />,
          },
          {
            id: 'change',
            header: 'Change',
            isNumeric: true,
            sort: (row: Series) =>
              approximate(changeOf(row).current) - approximate(changeOf(row).previous),
            cell: (row: Series) => <Change {...changeOf(row)} currency={currency} />,
          },
        ]
      : []),
  ];
}
