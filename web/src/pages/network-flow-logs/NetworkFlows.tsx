import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { formatBytes } from '../../lib/bytes.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText, Figure, Money } from '../../parts/figures.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { FlowControls } from './FlowControls.js';
import {
  type Flow,
  type FlowAnswer,
  type FlowQuery,
  readFlows,
  sides,
  useFlowQuery,
} from './flow-query.js';
import { Sankey } from './Sankey.js';
import { nodeId } from './sankey-layout.js';
import './network-flows.css';

const limit = 1000;

/** Who talks to whom over the network, and what it costs. */
export function NetworkFlows() {
  const workspace = useWorkspace();
  const { data: list, error: listError } = useGet('/v2/network_flow_reports', {
    query: { workspace_token: workspace?.token ?? '', limit },
  });
  const { data: coverage, error: coverageError } = useGet('/v2/network_flow_logs/coverage', {
    query: { workspace_token: workspace?.token ?? '' },
  });
  const reports = list?.network_flow_reports ?? [];
  const [query, report, change] = useFlowQuery(reports);
  const flows = useGet(
    '/v2/network_flow_logs',
    {
      query: {
        network_flow_report_token: report?.token ?? '',
        ...(query.dates !== 'custom' && { date_interval: query.dates }),
        flow_direction: query.direction,
        flow_weight: query.weight,
        groupings: [query.from, 'traffic_category', query.to],
        limit,
      },
    },
    // Without flow logs, the API has no answer.
    { enabled: report !== undefined && (coverage?.file_count ?? 0) > 0 },
  );
  const error = listError ?? coverageError ?? flows.error;
  if (coverage?.file_count === 0) return <NoFlows />;
  return (
    <>
      <Heading />
      <FlowControls query={query} reports={reports} report={report} onChange={change} />
      {coverage && <Coverage {...coverage} />}
      {list && reports.length === 0 && (
        <EmptyState
          title="There are no network flow reports"
          text="Create one to see flows: for all of them, a report without a filter."
          action={{ label: 'New network flow report', to: '/network-flows/reports/new' }}
        />
      )}
      {error && <ErrorNote error={error} />}
      {!flows.data && !error && (!list || report) && (
        <Stack>
          <ChartSkeleton />
          <TableSkeleton />
        </Stack>
      )}
      {flows.data && <FlowResult key={JSON.stringify(query)} answer={flows.data} query={query} />}
    </>
  );
}

const Heading = () => (
  <PageTitle
    title="Network flows"
    text="Who talks to whom, and what the transfer costs: bytes of the flow logs at the rates of your bills."
  >
    <Button component={Link} to="/network-flows/reports" variant="default">
      Manage reports
    </Button>
  </PageTitle>
);

/** Which days the figures can include; others are not stored. */
function Coverage({
  first_date: first,
  last_date: last,
  retention_days: days,
}: Schemas['NetworkFlowCoverage']) {
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {first && last ? (
        <>
          Flow logs cover <DateText day={first} /> to <DateText day={last} />.
        </>
      ) : (
        'No imported flow log covers the days that are kept.'
      )}{' '}
      Flows are kept for {days} days.
    </Text>
  );
}

function NoFlows() {
  return (
    <>
      <Heading />
      <EmptyState
        title="There are no flow logs yet"
        text="Publish VPC flow logs to the location of an AWS integration, or import a file of one. An inventory of the network interfaces tells who the peers are."
        action={{ label: 'Open integrations', to: '/integrations' }}
      />
    </>
  );
}

function FlowResult({ answer, query }: { answer: FlowAnswer; query: FlowQuery }) {
  const [selected, setSelected] = useState<string>();
  const flows = useMemo(() => readFlows(answer, query), [answer, query]);
  const isByCost = query.weight === 'costs';
  const currency = flows[0]?.currency ?? 'USD';
  const drawn = useMemo(
    () =>
      flows.flatMap((flow) => {
        const weight = isByCost ? approximate(flow.cost) : flow.bytes;
        const isComparable = !isByCost || flow.currency === currency;
        return weight > 0 && isComparable
          ? { path: [flow.from, flow.category, flow.to] as const, weight }
          : [];
      }),
    [flows, isByCost, currency],
  );
  if (flows.length === 0) {
    return (
      <EmptyState
        title="No results"
        text="No flows of these dates match the report. Choose other dates, the other direction or another report."
      />
    );
  }
  const titleOf = (side: 'from' | 'to') =>
    sides[side].find(({ value }) => value === query[side])?.label ?? '';
  const rows = selected === undefined ? flows : flows.filter((flow) => isIn(flow, selected));
  return (
    <Stack gap="md">
      <Totals flows={flows} currency={currency} />
      <Notes answer={answer} flows={flows} drawn={drawn.length} query={query} />
      {drawn.length > 0 && (
        <Sankey
          flows={drawn}
          titles={[`From ${lower(titleOf('from'))}`, 'Traffic', `To ${lower(titleOf('to'))}`]}
          format={(weight) =>
            isByCost ? formatMoney(String(weight), currency) : formatBytes(weight)
          }
          selected={selected}
          onSelect={setSelected}
        />
      )}
      {selected !== undefined && (
        <Group gap="sm">
          <Text size="sm">
            {rows.length} of {flows.length} flows, those of {selected.slice(2)}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => setSelected(undefined)}>
            Show all
          </Button>
        </Group>
      )}
      <DataTable label="Network flows" columns={columnsOf(titleOf)} rows={rows} keyOf={keyOf} />
    </Stack>
  );
}

const keyOf = (flow: Flow) => flow.key;

/** Within a sentence; an abbreviation stays. */
const lower = (label: string) => (label === 'VPC' ? label : label.toLowerCase());

const isIn = ({ from, category, to }: Flow, id: string) =>
  [from, category, to].some((name, column) => nodeId(column, name) === id);

const columnsOf = (titleOf: (side: 'from' | 'to') => string): Column<Flow>[] => [
  { id: 'from', header: `From ${lower(titleOf('from'))}`, cell: ({ from }) => from },
  { id: 'category', header: 'Traffic', cell: ({ category }) => category },
  { id: 'to', header: `To ${lower(titleOf('to'))}`, cell: ({ to }) => to },
  { id: 'bytes', header: 'Bytes', cell: ({ bytes }) => formatBytes(bytes), isNumeric: true },
  {
    id: 'cost',
    header: 'Estimated cost',
    cell: ({ cost, currency }) => <Money amount={cost} currency={currency} />,
    isNumeric: true,
  },
];

function Totals({ flows, currency }: { flows: readonly Flow[]; currency: string }) {
  const cost = sumOf(flows.filter((flow) => flow.currency === currency).map((flow) => flow.cost));
  const bytes = flows.reduce((sum, flow) => sum + flow.bytes, 0);
  return (
    <Group gap="xl">
      <Figure label="Estimated cost" help="Of all flows below">
        <Money amount={cost} currency={currency} />
      </Figure>
      <Figure label="Transferred" help="Of all flows below">
        {formatBytes(bytes)}
      </Figure>
    </Group>
  );
}

interface NotesProps {
  answer: FlowAnswer;
  flows: readonly Flow[];
  drawn: number;
  query: FlowQuery;
}

/** What a reader has to know about the figures. */
function Notes({ answer, flows, drawn, query }: NotesProps) {
  const { sampling, links } = answer;
  const left = flows.length - drawn;
  const leftFlows = left === 1 ? '1 flow' : `${left} flows`;
  const [are, have] = left === 1 ? ['is', 'has'] : ['are', 'have'];
  const notes = [
    links.next !== null &&
      `Only the ${limit} largest flows are included; narrow the report to see all.`,
    sampling.sampled &&
      `Records were sampled, at most ${sampling.max_sampling_rate_percent} % of a day; figures are scaled up.`,
    left > 0 &&
      (query.weight === 'costs'
        ? `${leftFlows} ${have} no cost, or ${have} it in another currency, and ${are} only in the table.`
        : `${leftFlows} ${have} no bytes, and ${are} only in the table.`),
    query.direction !== 'all' &&
      `Only ${query.direction === 'egress' ? 'sent' : 'received'} traffic is included. Traffic between zones is charged at both ends.`,
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <Alert variant="light" color="gray" p="xs">
      <Box component="ul" m={0} pl="md">
        {notes.map((note) => (
          <Text component="li" size="sm" key={note}>
            {note}
          </Text>
        ))}
      </Box>
    </Alert>
  );
}
