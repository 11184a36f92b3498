import { formatNumber } from '../../lib/money.js';
import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import { type Load, describeImport, hasWarnings } from '../../features/integrations/import-run.js';
import { withoutTokens } from '../../lib/text.js';
import { BackLink } from '../../parts/BackLink.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money, MomentText } from '../../parts/figures.js';
import { useListState } from '../../parts/list-state.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { Difference } from './Difference.js';
import { type LoadTotals, loadStatusLabels, loadTitle, totalsByCurrency } from './load.js';
import { RejectedRows } from './RejectedRows.js';

const amount = (id: 'source' | 'stored', header: string): Column<LoadTotals> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const columns: Column<LoadTotals>[] = [
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

/** One load: its counts, totals, warnings and rejected rows. */
export function OneLoad() {
  const { token, load: id = '' }: { token?: string; load?: string } = useParams({ strict: false });
  const { page } = useListState();
  const { data, error } = useGet('/console/imports/{load_id}', {
    path: { load_id: id },
    query: { page, limit: 100 },
  });
  if (error) return <PageError error={error} />;
  if (!data || String(data.load.load_id) !== id) return <PageSkeleton />;
  const { load } = data;
  return (
    <>
      <BackLink to={`/integrations/${token}`} label="Integration" />
      <PageTitle title={loadTitle(load)} />
      <Stack gap="lg">
        {load.reason && <Alert color="red">{withoutTokens(load.reason)}</Alert>}
        {load.status !== 'failed' && (
          <Text size="sm">
            <Text span inherit fw={600}>
              {hasWarnings([load]) ? 'Imported with warnings' : 'Imported'}
            </Text>
            : {describeImport([load])}.
          </Text>
        )}
        <Summary load={load} />
        <section>
          <Title order={2} mb="sm">
            Totals
          </Title>
          <DataTable
            label="Totals"
            columns={columns}
            rows={totalsByCurrency(load)}
            keyOf={(row) => row.currency}
          />
        </section>
        {load.warnings.length > 0 && <Warnings load={load} />}
        <RejectedRows {...data} />
      </Stack>
    </>
  );
}

function Summary({ load }: { load: Load }) {
  const facts = [
    ['Status', loadStatusLabels[load.status]],
    ['Format', load.format],
    ['Rows read', formatNumber(load.rows_read)],
    ['Rows stored', formatNumber(load.rows_stored)],
    ['Cost lines', formatNumber(load.lines)],
    ['Rejected rows', formatNumber(load.rows_rejected)],
    ['Duplicate rows', formatNumber(load.rows_repeated)],
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
          { id: 'code', header: 'Warning', cell: (row) => row.code.replaceAll('_', ' ') },
          {
            id: 'count',
            header: 'Count',
            isNumeric: true,
            cell: (row) => formatNumber(row.count),
          },
          { id: 'example', header: 'Example', cell: (row) => row.example },
        ]}
        rows={load.warnings}
        keyOf={(row) => row.code}
      />
    </section>
  );
}
