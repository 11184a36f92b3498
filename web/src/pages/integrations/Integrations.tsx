import { Anchor, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { api } from '../../api/client.js';
import { useHasRole, useMe } from '../../api/current-user.js';
import {
  type Integration,
  integrationName,
  integrationPaths,
  useIntegrationsPath,
} from '../../features/integrations/integration.js';
import { formatAgo } from '../../lib/dates.js';
import { withoutTokens } from '../../lib/text.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { ImportQueue } from './ImportQueue.js';
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
    id: 'last-import',
    header: 'Last import',
    sort: (row) => row.last_updated ?? '',
    cell: ({ last_updated: moment }) =>
      moment ? (
        <time dateTime={moment} title={moment}>
          {formatAgo(moment)}
        </time>
      ) : (
        'never'
      ),
  },
];

const lastError: Column<Integration> = {
  id: 'error',
  header: 'Last error',
  cell: (row) => {
    const text = withoutTokens(row.last_error ?? '');
    return (
      <Text size="sm" lineClamp={2} title={text}>
        {text || 'none'}
      </Text>
    );
  },
};

export function Integrations() {
  const path = useIntegrationsPath();
  const workspaces = useMe()?.workspaces ?? [];
  const mayWrite = useHasRole('Integration Owner');
  const [deleted, setDeleted] = useState<Integration>();
  if (!path) return <PageSkeleton />;
  const workspaceColumn: Column<Integration> = {
    id: 'workspaces',
    header: 'Workspaces',
    cell: (row) => namesOf(row.workspace_tokens, workspaces) || 'none',
  };
  return (
    <>
      {mayWrite && <ImportQueue />}
      <ListPage
        title="Integrations"
        text="The sources of your costs: their status, last import and errors."
        kind="integration"
        path={path}
        rows="integrations"
        columns={[...columns, ...(mayWrite ? [lastError] : []), workspaceColumn]}
        create={mayWrite ? { label: 'New integration', to: '/integrations/new' } : undefined}
        empty={{
          title: 'There are no integrations yet',
          text: mayWrite
            ? 'An integration imports the bills of one provider, from a watched bucket or from uploaded files. “New integration” lists all sources.'
            : 'Your workspaces have no integrations. Owners and integration owners of the organization can create them.',
        }}
        {...(mayWrite
          ? {
              actions: (row: Integration) => (
                <Menu.Item
                  c="var(--mantine-color-error)"
                  disabled={row.is_delegated ?? false}
                  onClick={() => setDeleted(row)}
                >
                  Delete
                </Menu.Item>
              ),
            }
          : {})}
      />
      {deleted && (
        <ConfirmDelete
          kind="integration"
          title={integrationName(deleted)}
          send={() =>
            api.delete('/v2/integrations/{integration_token}', {
              path: { integration_token: deleted.token },
            })
          }
          uses={['all costs it has imported, which are removed from every report']}
          refresh={[...integrationPaths, '/v2/costs']}
          onClose={() => setDeleted(undefined)}
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
