import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useGet } from '../../api/untyped.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money, MomentText } from '../../parts/figures.js';
import { Icon } from '../../parts/icons.js';
import { useListState } from '../../parts/list-state.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { Difference } from './Difference.js';
import {
  type Balance,
  type Load,
  type LoadAnswer,
  balancesOf,
  billOf,
  formatCount,
  loadWords,
} from './load.js';
import { RejectedRows } from './RejectedRows.js';

const amount = (id: 'source' | 'stored', header: string): Column<Balance> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const columns: Column<Balance>[] = [
  { id: 'currency', header: 'Currency', cell: (row) => row.currency },
  amount('source', 'Source total'),
  amount('stored', 'Stored total'),
  {
    id: 'difference',
    header: 'Difference',
    isNumeric: true,
    cell: (row) => <Difference {...row} />,
  },
];

/** The book of one load: what was read, stored and refused. */
export function OneLoad() {
  const { token, load: id }: { token?: string; load?: string } = useParams({ strict: false });
  const { page } = useListState();
  const { data, error } = useGet<LoadAnswer>(`/console/imports/${id}`, { page, limit: 100 });
  if (error) return <ErrorNote error={error} />;
  if (!data || String(data.load.load_id) !== id) return <PageSkeleton />;
  const { load } = data;
  return (
    <>
      <Anchor component={Link} to={`/integrations/${token}`} size="sm">
        <Group gap={4} mb="xs" display="inline-flex">
          <Icon name="back" size={14} /> Integration
        </Group>
      </Anchor>
      <PageTitle title={billOf(load)} />
      <Stack gap="lg">
        {load.reason && <Alert color="red">{load.reason}</Alert>}
        <Summary load={load} />
        <section>
          <Title order={2} mb="sm">
            Books
          </Title>
          <DataTable
            label="Books"
            columns={columns}
            rows={balancesOf(load)}
            keyOf={(row) => row.currency}
          />
        </section>
        {load.warnings.length > 0 && <Warnings load={load} />}
        <RejectedRows answer={data} />
      </Stack>
    </>
  );
}

function Summary({ load }: { load: Load }) {
  const facts = [
    ['Status', loadWords[load.status]],
    ['Format', load.format],
    ['Rows read', formatCount(load.rows_read)],
    ['Lines stored', formatCount(load.lines)],
    ['Rows rejected', formatCount(load.rows_rejected)],
    ['Rows repeated', formatCount(load.rows_repeated)],
  ];
  return (
    <Group component="dl" gap="xl" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0}>
            {value}
          </Text>
        </div>
      ))}
      <div>
        <Text component="dt" size="xs" c="dimmed">
          Finished
        </Text>
        <Text component="dd" m={0}>
          <MomentText moment={load.finished_at} />
        </Text>
      </div>
    </Group>
  );
}

function Warnings({ load }: { load: Load }) {
  return (
    <section>
      <Title order={2} mb="sm">
        Warnings
      </Title>
      <DataTable
        label="Warnings"
        columns={[
          { id: 'code', header: 'What', cell: (row) => row.code.replaceAll('_', ' ') },
          { id: 'count', header: 'Rows', isNumeric: true, cell: (row) => formatCount(row.count) },
          { id: 'example', header: 'For example', cell: (row) => row.example },
        ]}
        rows={load.warnings}
        keyOf={(row) => row.code}
      />
    </section>
  );
}
