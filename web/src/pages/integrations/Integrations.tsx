import { Anchor, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { providerName } from '../../../../src/domain/providers/providers.js';
import { useHasRole, useMe } from '../../api/current-user.js';
import { api } from '../../api/client.js';
import {
  type Integration,
  integrationPaths,
  integrationName,
  useIntegrationsPath,
} from '../../features/integrations/integration.js';
import { formatAgo } from '../../lib/dates.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { Status } from './Status.js';

const columns: Column<Integration>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: integrationName,
    cell: (row) => (
      <Anchor component={Link} to={`/integrations/${row.token}`}>
        {integrationName(row)}
      </Anchor>
    ),
  },
  {
    id: 'provider',
    header: 'Provider',
    sort: (row) => providerName(row.provider),
    cell: (row) => providerName(row.provider),
  },
  {
    id: 'status',
    header: 'Status',
    sort: (row) => row.status,
    cell: (row) => <Status integration={row} />,
  },
  {
    id: 'fresh',
    header: 'Costs from',
    sort: (row) => row.last_updated ?? '',
    cell: ({ last_updated: moment }) =>
      moment ? (
        <time dateTime={moment} title={moment}>
          {formatAgo(moment)}
        </time>
      ) : (
        'nothing yet'
      ),
  },
];

const lastError: Column<Integration> = {
  id: 'error',
  header: 'Last error',
  cell: (row) => (
    <Text size="sm" lineClamp={2} title={row.last_error ?? ''}>
      {row.last_error ?? 'none'}
    </Text>
  ),
};

export function Integrations() {
  const path = useIntegrationsPath();
  const workspaces = useMe()?.workspaces ?? [];
  const mayWrite = useHasRole('Integration Owner');
  const [doomed, setDoomed] = useState<Integration>();
  if (!path) return <PageSkeleton />;
  const shownIn: Column<Integration> = {
    id: 'workspaces',
    header: 'Shown in',
    cell: (row) => namesOf(row.workspace_tokens, workspaces) || 'no workspace',
  };
  return (
    <>
      <ListPage
        title="Integrations"
        text="Where bills come from, how fresh they are, and what went wrong."
        kind="integration"
        path={path}
        rows="integrations"
        columns={[...columns, ...(mayWrite ? [lastError] : []), shownIn]}
        create={mayWrite ? { label: 'New integration', to: '/integrations/new' } : undefined}
        empty={{
          title: 'There are no integrations yet',
          text: mayWrite
            ? 'An integration brings in the bills of one provider: from a bucket that is watched, or from files that you drop in.'
            : 'None is shown in your workspaces. Owners and integration owners of the organisation set them up.',
        }}
        {...(mayWrite
          ? {
              actions: (row: Integration) => (
                <Menu.Item c="var(--mantine-color-error)" onClick={() => setDoomed(row)}>
                  Delete
                </Menu.Item>
              ),
            }
          : {})}
      />
      {doomed && (
        <ConfirmDelete
          kind="integration"
          title={integrationName(doomed)}
          send={() =>
            api.delete('/v2/integrations/{integration_token}', {
              path: { integration_token: doomed.token },
            })
          }
          uses={['every cost it has brought in, which leaves all reports']}
          refresh={[...integrationPaths, '/v2/costs']}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}

function namesOf(tokens: readonly string[], workspaces: { token: string; name: string }[]): string {
  return workspaces
    .filter(({ token }) => tokens.includes(token))
    .map(({ name }) => name)
    .join(', ');
}
