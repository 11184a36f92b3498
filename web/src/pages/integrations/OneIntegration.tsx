import { Alert, Group, Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { useHasRole } from '../../api/current-user.js';
import {
  type Integration,
  integrationName,
  useIntegration,
} from '../../features/integrations/integration.js';
import { withoutTokens } from '../../lib/text.js';
import { BackLink } from '../../parts/BackLink.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { IntegrationWorkspaces } from './IntegrationWorkspaces.js';
import { Loads } from './Loads.js';
import { Location } from './Location.js';
import { Reconciliation } from './Reconciliation.js';
import { Status } from './Status.js';
import { Uploads } from './Uploads.js';

export function OneIntegration() {
  const { token }: { token?: string } = useParams({ strict: false });
  const { integration, isLoaded, error } = useIntegration(token);
  if (error) return <ErrorNote error={error} />;
  if (integration) return <Content key={token} integration={integration} />;
  if (!isLoaded) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="Integration" />
      <EmptyState
        title="Integration not found"
        text="It was deleted, or it belongs to none of your workspaces."
        action={{ label: 'View integrations', to: '/integrations' }}
      />
    </>
  );
}

function Content({ integration }: { integration: Integration }) {
  const { last_error: lastError, account_identifier: account } = integration;
  return (
    <>
      <BackLink to="/integrations" label="Integrations" />
      <PageTitle title={integrationName(integration)} />
      <Group gap="md" mb="md">
        <Status integration={integration} />
        <Text size="sm">
          {providerName(integration.provider)}
          {account && account !== integrationName(integration) ? ` · ${account}` : ''}
        </Text>
        <Text size="sm" c="dimmed">
          Last import: <MomentText moment={integration.last_updated} />
        </Text>
      </Group>
      {lastError && (
        <Alert color="red" mb="md" title="The last check or import failed">
          {withoutTokens(lastError)}
        </Alert>
      )}
      {integration.is_delegated ? (
        <Text size="sm">
          Your management account delegates this integration to you: its costs are in your first
          workspace, its bills and settings are not yours to change.
        </Text>
      ) : (
        <Sections integration={integration} />
      )}
    </>
  );
}

function Sections({ integration }: { integration: Integration }) {
  const mayWrite = useHasRole('Integration Owner');
  const search: { section?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const sections = [
    { id: 'loads', title: 'Loads', Section: Loads },
    ...(integration.provider === 'custom_provider'
      ? [{ id: 'uploads', title: 'Uploads', Section: Uploads }]
      : []),
    { id: 'reconciliation', title: 'Reconciliation', Section: Reconciliation },
    ...(mayWrite ? [{ id: 'location', title: 'Location', Section: Location }] : []),
    { id: 'workspaces', title: 'Workspaces', Section: IntegrationWorkspaces },
  ];
  const current = sections.find(({ id }) => id === search.section) ?? sections[0]!;
  const select = (id: string | null) =>
    void navigate({ to: '.', search: { section: id === 'loads' ? '' : id } });
  return (
    <Tabs value={current.id} onChange={select} keepMounted={false}>
      <Tabs.List mb="md">
        {sections.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map(({ id, Section }) => (
        <Tabs.Panel key={id} value={id}>
          <Section integration={integration} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
