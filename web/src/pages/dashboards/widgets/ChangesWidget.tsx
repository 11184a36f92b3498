import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../../api/queries.js';
import { changesLink } from '../../../features/cost-changes/changes-query.js';
import { driverNames } from '../../../features/cost-changes/driver-names.js';
import { Percent, SignedMoney } from '../../../features/cost-changes/figures.js';
import type { CostChanges } from '../../../features/cost-changes/use-cost-changes.js';
import { useNames } from '../../../features/costs/use-names.js';
import { formatDateRange } from '../../../lib/dates.js';
import { type Column, DataTable } from '../../../parts/DataTable.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { Money } from '../../../parts/figures.js';
import { TableSkeleton } from '../../../parts/Skeletons.js';
import type { CostFigures } from './cost-figures.js';
import { widgetParameters } from './use-widget-costs.js';

const shownDrivers = 5;

/** What made the costs of a report change, as on the page Changes; without a chosen comparison, since the previous period. */
export function ChangesWidget({ item, report, scope, groupings }: CostFigures) {
  const names = useNames();
  const { data, error, refetch } = useGet('/v2/costs/changes', {
    query: {
      cost_report_token: report.token,
      ...widgetParameters(item, report, scope),
      ...scope.compareTo,
      groupings: [...groupings],
      limit: shownDrivers,
    },
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={shownDrivers} />;
  const { before, after, difference, currency } = data;
  if (!before || !after || difference === null) {
    return (
      <Text size="sm" c="dimmed">
        Not comparable: costs of some days of the periods are not complete or were not imported.
      </Text>
    );
  }
  return (
    <>
      <Text fz={20} fw={600} component="div">
        <SignedMoney amount={difference} currency={currency} />{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          <Percent difference={difference} before={before.amount} />
        </Text>
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {formatDateRange(after.start_date, after.end_date)} against{' '}
        {formatDateRange(before.start_date, before.end_date)}
      </Text>
      <DataTable
        label={`${item.title}, drivers`}
        columns={columnsOf(currency)}
        rows={rowsOf(data, driverNames(groupings, names))}
        keyOf={({ name }) => name}
      />
      {/* The page has no filters of dashboards. */}
      {!scope.dashboard?.saved_filter_tokens.length && (
        <Anchor
          component={Link}
          {...changesLink({
            start: after.start_date,
            end: after.end_date,
            compare: { start: before.start_date, end: before.end_date },
            groupings: [...groupings],
            filter: scope.filter ?? '',
            report: report.token,
          })}
          size="sm"
          mt="xs"
        >
          View all changes
        </Anchor>
      )}
    </>
  );
}

interface ChangeRow {
  name: string;
  before: string;
  after: string;
  difference: string;
}

/** The drivers, all others, and one-time charges, which add up to the difference. */
function rowsOf(
  { drivers, other, one_time: oneTime }: CostChanges,
  nameOf: ReturnType<typeof driverNames>,
): ChangeRow[] {
  return [
    ...drivers.map((driver) => ({ ...driver, name: nameOf(driver).name })),
    ...(other && other.driver_count > 0
      ? [{ ...other, name: `Other (${other.driver_count})` }]
      : []),
    ...(oneTime && oneTime.charges.length > 0 ? [{ ...oneTime, name: 'One-time charges' }] : []),
  ];
}

const columnsOf = (currency: string): Column<ChangeRow>[] => [
  { id: 'name', header: 'Driver', cell: ({ name }) => name },
  {
    id: 'before',
    header: 'Before',
    isNumeric: true,
    cell: ({ before }) => <Money amount={before} currency={currency} />,
  },
  {
    id: 'after',
    header: 'After',
    isNumeric: true,
    cell: ({ after }) => <Money amount={after} currency={currency} />,
  },
  {
    id: 'difference',
    header: 'Difference',
    isNumeric: true,
    cell: ({ difference }) => <SignedMoney amount={difference} currency={currency} />,
  },
];
