import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { capitalize } from '../../lib/text.js';
import { BackLink } from '../../parts/BackLink.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

type RecommendationType = Schemas['RecommendationType'];
type Need = RecommendationType['needed_data'][number];

/** Every type of recommendation, with the data that it needs and what the workspace lacks. */
export function RecommendationTypes() {
  const workspace = useWorkspace();
  const names = useNames({ hasAccounts: false });
  const columns = useMemo(() => columnsOf(names), [names]);
  const types = useGet(
    '/v2/recommendations/types',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  return (
    <>
      <BackLink to="/recommendations" label="Recommendations" />
      <PageTitle
        title="Data that types need"
        text="A type finds nothing while its data is missing. Inventory and utilization files are imported like bills: into an integration, or from its location."
      >
        <Button component={Link} to="/integrations" variant="default">
          Open integrations
        </Button>
      </PageTitle>
      {types.error && <ErrorNote error={types.error} onRetry={() => void types.refetch()} />}
      {!types.data && !types.error && <TableSkeleton />}
      {types.data && (
        <DataTable
          label="Recommendation types"
          columns={columns}
          rows={types.data.recommendation_types.toSorted(byMissing)}
          keyOf={(row) => row.type}
        />
      )}
    </>
  );
}

/** Those that lack data come first: they are what a reader can do something about. */
const byMissing = (one: RecommendationType, other: RecommendationType) =>
  Number(other.missing_data.length > 0) - Number(one.missing_data.length > 0);

const columnsOf = (names: Names): Column<RecommendationType>[] => [
  {
    id: 'type',
    header: 'Type',
    cell: (row) => (
      <>
        {row.description}
        <Text size="xs" c="dimmed">
          {[...new Set([names('provider', row.provider), row.service])].join(' · ')}
        </Text>
      </>
    ),
  },
  { id: 'missing', header: 'Missing', cell: (row) => <Needs needs={row.missing_data} /> },
  { id: 'needed', header: 'Needs', cell: (row) => <Needs needs={row.needed_data} /> },
];

function Needs({ needs }: { needs: readonly Need[] }) {
  if (needs.length === 0) return 'Nothing';
  return (
    <>
      {needs.map(({ data, description }) => (
        <Text key={data + description} size="sm">
          {capitalize(data)}: {description}
        </Text>
      ))}
    </>
  );
}
