import { Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { approximate } from '../../lib/decimal.js';
import { formatNumber } from '../../lib/money.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import type { Figures } from './figures.js';
import { groupingLabel } from './groupings.js';
import { percentOf } from './percent.js';

type Row = Figures['groups'][number];

/** The figures of a report by its own groupings, the largest spend first. */
export function FigureGroups({ figures }: { figures: Figures }) {
  const names = useNames();
  const [sorting, setSorting] = useState<Sorting>({ id: 'spend', isDescending: true });
  const columns = useMemo(() => columnsOf(figures, names), [figures, names]);
  const { groups, group_count: count } = figures;
  if (groups.length === 0) return null;
  const title = `By ${figures.groupings.map((name) => groupingLabel(name).toLowerCase()).join(', ')}`;
  return (
    <div>
      <Title order={3} size="h4" mt="lg" mb="xs">
        {title}
      </Title>
      <DataTable
        label={title}
        columns={columns}
        rows={groups}
        keyOf={({ values }) => JSON.stringify(values)}
        sorting={sorting}
        onSort={setSorting}
      />
      {count > groups.length && (
        <Text size="xs" c="dimmed" mt="xs">
          The {groups.length} groups with the largest spend, of {formatNumber(count)}.
        </Text>
      )}
    </div>
  );
}

function columnsOf({ groupings, currency }: Figures, names: Names): Column<Row>[] {
  const nameOf = (grouping: string, value: string | null) => {
    if (value === null) return 'None';
    return names(grouping.endsWith('account_id') ? 'account_id' : grouping, value);
  };
  const amount = (id: string, header: string, of: (row: Row) => string): Column<Row> => ({
    id,
    header,
    isNumeric: true,
    sort: (row) => approximate(of(row)),
    cell: (row) => <Money amount={of(row)} currency={currency} />,
  });
  const percent = (id: string, header: string, of: (row: Row) => string | null): Column<Row> => ({
    id,
    header,
    isNumeric: true,
    sort: (row) => approximate(of(row) ?? '-1'),
    cell: (row) => percentOf(of(row)),
  });
  return [
    ...groupings.map((grouping, index): Column<Row> => ({
      id: grouping,
      header: groupingLabel(grouping),
      sort: ({ values }) => nameOf(grouping, values[index] ?? null),
      cell: ({ values }) => nameOf(grouping, values[index] ?? null),
    })),
    amount('spend', 'Spend', (row) => row.discounted_spend),
    amount('covered', 'Covered', (row) => row.covered_spend),
    amount('on_demand', 'On demand', (row) => row.on_demand_cost),
    amount('unused', 'Unused', (row) => row.unused_cost),
    percent('coverage', 'Coverage', (row) => row.coverage_percent),
    percent('utilization', 'Utilization', (row) => row.utilization_percent),
    amount('savings', 'Savings', (row) => row.total_savings),
  ];
}
