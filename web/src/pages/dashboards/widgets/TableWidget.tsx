import { Group, Text } from '@mantine/core';
import { comparesAll } from '../../../features/costs/ComparedChange.js';
import { namedGroups } from '../../../features/costs/group-series.js';
import { useNames } from '../../../features/costs/use-names.js';
import type { CostSeries } from '../../../features/costs/use-cost-series.js';
import { formatShare } from '../../../lib/money.js';
import { type Column, DataTable } from '../../../parts/DataTable.js';
import { Change, Money } from '../../../parts/figures.js';
import { Comparison } from './Comparison.js';
import type { CostFigures } from './cost-figures.js';

interface GroupRow {
  name: string;
  amount: string;
  change: CostSeries['total']['change'];
}

/** The largest groups of a report, all others together, and the total. */
export function TableWidget({ item, costs, groupings }: CostFigures) {
  const names = useNames();
  const groups = namedGroups(costs, groupings, names).map(({ name, total, change }) => ({
    name,
    amount: total,
    change,
  }));
  const { other, total } = costs;
  const others = other.group_count > 0 ? [{ name: `Other (${other.group_count})`, ...other }] : [];
  return (
    <>
      <Group gap="sm" mb="sm" align="baseline">
        <Text fz={20} fw={600}>
          <Money amount={total.amount} currency={costs.currency} isCompact />
        </Text>
        <Comparison costs={costs} />
      </Group>
      <DataTable
        label={`${item.title}, table`}
        columns={columnsOf(costs)}
        rows={[...groups, ...others, { name: 'Total', ...total }]}
        keyOf={({ name }) => name}
      />
    </>
  );
}

function columnsOf(costs: CostSeries): Column<GroupRow>[] {
  const { currency, total } = costs;
  return [
    { id: 'name', header: 'Group', cell: ({ name }) => name },
    {
      id: 'amount',
      header: 'Costs',
      isNumeric: true,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'share',
      header: 'Share',
      isNumeric: true,
      cell: ({ amount }) => formatShare(amount, total.amount),
    },
    ...(total.change ? changeColumns(costs) : []),
  ];
}

/** What the change is the difference of: earlier costs, and the compared ones where they are not all of the row. */
function changeColumns({
  comparison,
  currency,
  start_date: start,
  end_date: end,
}: CostSeries): Column<GroupRow>[] {
  const isOfTotal = comparison !== null && comparesAll(comparison, { start, end });
  const amountOf = (id: 'current' | 'previous', header: string): Column<GroupRow> => ({
    id,
    header,
    isNumeric: true,
    cell: ({ change }) => change && <Money amount={change[id]} currency={currency} />,
  });
  return [
    ...(isOfTotal ? [] : [amountOf('current', 'Compared days')]),
    amountOf('previous', 'Previous period'),
    {
      id: 'change',
      header: 'Change',
      isNumeric: true,
      cell: ({ change }) =>
        change && (
          <Change current={change.current} previous={change.previous} currency={currency} />
        ),
    },
  ];
}
