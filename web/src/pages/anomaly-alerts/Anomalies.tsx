import { Anchor, Group, Select, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import {
  type AnomalyEvent,
  anomalyPage,
  describeKind,
  describeSeries,
  type EventStatus,
  eventsPath,
  riseOf,
} from '../../features/anomalies/anomaly.js';
import { RiseInMoney, RiseInPercent } from '../../features/anomalies/Rise.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { useReportTitles } from '../../features/cost-reports/use-report-titles.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { approximate } from '../../lib/decimal.js';
import { changeOf } from '../../lib/money.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { StatusBadge, statusLabels } from './StatusBadge.js';

interface Filters {
  status?: string;
  report?: string;
}

/** Without a choice, open ones are listed; the API leaves out ignored ones unless they are asked for. */
const statuses: { value: string; label: string; status?: EventStatus }[] = [
  ...(['open', 'acknowledged', 'accepted', 'closed', 'ignored'] as const).map((status) => ({
    value: status,
    label: statusLabels[status],
    status,
  })),
  { value: 'all', label: 'All but ignored' },
];

/** The anomalies of the workspace. */
export function Anomalies() {
  const workspace = useWorkspace();
  const search: Filters = useSearch({ strict: false });
  const names = useNames({ hasAccounts: false });
  const titleOf = useReportTitles();
  const columns = useMemo(() => columnsOf(names, titleOf), [names, titleOf]);
  const chosen = statuses.find(({ value }) => value === search.status) ?? statuses[0]!;
  return (
    <ListPage
      title="Anomalies"
      text="Costs of a service above what its history suggests, once for all reports that show them. Found after each import; there is nothing to set up."
      kind="anomaly"
      path={eventsPath}
      rows="anomaly_events"
      query={{
        workspace_token: workspace?.token,
        ...(chosen.status && { status: chosen.status }),
        ...(search.report && { cost_report_token: search.report }),
      }}
      columns={columns}
      empty={emptyTexts(chosen.value)}
      filters={<AnomalyFilters status={chosen.value} />}
    />
  );
}

const emptyTexts = (status: string) =>
  status === 'open'
    ? {
        title: 'There are no open anomalies',
        text: 'No recent costs are higher than expected. A service needs two weeks of history before its days are judged.',
      }
    : { title: 'There are no such anomalies', text: 'Choose another status or report.' };

/** The filters live in the URL; a change returns to the first page. */
function AnomalyFilters({ status }: { status: string }) {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const { options } = useReports();
  const change = (next: Filters) =>
    void navigate({ to: '.', search: { ...search, ...next, page: '' }, replace: true });
  return (
    <Group component="search" gap="sm" mb="md" align="flex-end">
      <Select
        label="Status"
        w={190}
        allowDeselect={false}
        data={statuses.map(({ value, label }) => ({ value, label }))}
        value={status}
        onChange={(value) => change({ status: value ?? '' })}
      />
      <Select
        label="Cost report"
        w={240}
        clearable
        searchable
        placeholder="Any"
        nothingFoundMessage="No matches"
        data={options}
        value={search.report ?? null}
        onChange={(report) => change({ report: report ?? '' })}
      />
    </Group>
  );
}

const columnsOf = (names: Names, titleOf: (token: string) => string): Column<AnomalyEvent>[] => [
  {
    id: 'series',
    header: 'Service',
    sort: (row) => row.service,
    cell: (row) => (
      <>
        <Anchor component={Link} to={anomalyPage(row.token)} inherit>
          {row.service}
        </Anchor>
        <Text size="xs" c="dimmed">
          {describeSeries(row, names)}
        </Text>
      </>
    ),
  },
  {
    id: 'day',
    header: 'First day',
    sort: (row) => row.anomaly_date,
    cell: (row) => <DateText day={row.anomaly_date} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    sort: (row) => row.kind,
    cell: (row) => <span title={describeKind(row).help}>{describeKind(row).label}</span>,
  },
  {
    id: 'amount',
    header: 'Cost',
    isNumeric: true,
    sort: (row) => approximate(row.amount),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'expected',
    header: 'Expected',
    isNumeric: true,
    sort: (row) => approximate(row.expected_amount),
    cell: (row) => <Money amount={row.expected_amount} currency={row.currency} />,
  },
  {
    id: 'rise',
    header: 'Rise',
    isNumeric: true,
    sort: (row) => approximate(riseOf(row)),
    cell: (row) => <RiseInMoney anomaly={row} />,
  },
  {
    id: 'impact',
    header: 'Impact so far',
    isNumeric: true,
    sort: (row) => approximate(row.impact ?? '0'),
    cell: ({ impact, currency, day_count: days }) =>
      impact === null ? (
        '–'
      ) : (
        <>
          <Money amount={impact} currency={currency} />
          <Text size="xs" c="dimmed">
            {days === 1 ? '1 day' : `${days} days`}
          </Text>
        </>
      ),
  },
  {
    id: 'percent',
    header: 'Rise in percent',
    isNumeric: true,
    sort: (row) => changeOf(row.amount, row.expected_amount).share ?? Infinity,
    cell: (row) => <RiseInPercent anomaly={row} />,
  },
  {
    id: 'report',
    header: 'Cost reports',
    cell: ({ cost_report_tokens: [first, ...others] }) => (
      <>
        <Anchor component={Link} to={reportPage(first!)} inherit>
          {titleOf(first!)}
        </Anchor>
        {others.length > 0 && (
          <Text size="xs" c="dimmed" title={others.map(titleOf).join(', ')}>
            and {others.length} more
          </Text>
        )}
      </>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
];
