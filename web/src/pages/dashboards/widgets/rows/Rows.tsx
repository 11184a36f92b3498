import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { approximate } from '../../../../lib/decimal.js';
import { type Column, DataTable } from '../../../../parts/DataTable.js';
import { Money } from '../../../../parts/figures.js';
import type { LayoutItem } from '../../../../features/dashboards/layout.js';

export interface WidgetRow {
  key: string;
  name: string;
  /** Its page, if it has one. */
  to?: string;
  search?: Record<string, string>;
  amount: string;
  currency: string;
  /** One more figure. */
  detail: string;
}

export interface RowsProps {
  item: Pick<LayoutItem, 'kind' | 'title'>;
  /** Heading of names, amounts and details. */
  headers: [name: string, amount: string, detail: string];
  rows: readonly WidgetRow[];
  /** Figures of the whole. */
  summary?: ReactNode;
  /** Whether there are further rows. */
  hasMore: boolean;
  /** What is shown of more rows; the largest ones unless given. */
  order?: string;
  note?: ReactNode;
  /** Instead of the rows where there are none. */
  empty?: string;
}

/** How many rows widgets read, the largest ones. */
export const rowLimit = 10;

const nothing = 'There is nothing to show: nothing matches the filter and the dates.';

/** The largest rows of a report, as bars or as a table. */
export function Rows(props: RowsProps) {
  const { item, headers, rows, summary, hasMore, note, empty = nothing } = props;
  const { order = `The ${rows.length} largest.` } = props;
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    <>
      {summary && (
        <Text size="sm" component="div" mb="sm">
          {summary}
        </Text>
      )}
      {item.kind === 'table' ? (
        <DataTable
          label={`${item.title}, table`}
          columns={columnsOf(headers)}
          rows={rows}
          keyOf={({ key }) => key}
        />
      ) : (
        <Bars rows={rows} />
      )}
      {(hasMore || note) && (
        <Text size="xs" c="dimmed" mt="xs" component="div">
          {hasMore && `${order} `}
          {note}
        </Text>
      )}
    </>
  );
}

function columnsOf([name, amount, detail]: RowsProps['headers']): Column<WidgetRow>[] {
  return [
    { id: 'name', header: name, cell: (row) => <RowName row={row} /> },
    { id: 'detail', header: detail, isNumeric: true, cell: (row) => row.detail },
    {
      id: 'amount',
      header: amount,
      isNumeric: true,
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
}

function RowName({ row: { name, to, search = {} } }: { row: WidgetRow }) {
  return to ? (
    <Anchor component={Link} to={to} search={search as never} inherit>
      {name}
    </Anchor>
  ) : (
    name
  );
}

/** A bar per row; amounts of another currency than the first have none, because they do not compare. */
function Bars({ rows }: { rows: readonly WidgetRow[] }) {
  const [{ currency } = { currency: '' }] = rows;
  const largest = Math.max(...rows.map(({ amount }) => approximate(amount)));
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <li key={row.key}>
          <Group justify="space-between" gap="0 sm">
            <Text size="sm" component="div">
              <RowName row={row} />
            </Text>
            <Text size="sm" component="div" className="numeric">
              <Text span inherit c="dimmed">
                {row.detail}
              </Text>{' '}
              <Money amount={row.amount} currency={row.currency} />
            </Text>
          </Group>
          {row.currency === currency && largest > 0 && (
            <Progress value={Math.max(0, (approximate(row.amount) / largest) * 100)} aria-hidden />
          )}
        </li>
      ))}
    </Stack>
  );
}
