import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  integrationName,
  statusLabel,
  useIntegrations,
} from '../../features/integrations/integration.js';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { formatAgo } from '../../lib/dates.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Section } from './CostTables.js';

/** When each integration last imported costs. */
export function Freshness() {
  const { integrations } = useIntegrations();
  if (!integrations) return <TableSkeleton rows={4} />;
  return (
    <Section title="Integrations" headers={['Integration', 'Status', 'Last import']}>
      {integrations.map((each) => (
        <Table.Tr key={each.token}>
          <Table.Td>
            <Anchor component={Link} to={`/integrations/${each.token}`} inherit>
              {nameOf(each)}
            </Anchor>
          </Table.Td>
          <Table.Td className="numeric">{statusLabel(each)}</Table.Td>
          <Table.Td className="numeric">
            {each.last_updated ? (
              <time dateTime={each.last_updated} title={each.last_updated}>
                {formatAgo(each.last_updated)}
              </time>
            ) : (
              'Never'
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

type Integration = NonNullable<ReturnType<typeof useIntegrations>['integrations']>[number];

/** Its name; without one, the provider and the last part of the account, which can be a long path. */
function nameOf(integration: Integration): string {
  const { name, provider, account_identifier: account } = integration;
  if (name || provider === 'custom_provider') return integrationName(integration);
  return [providerName(provider), account?.split('/').at(-1)].filter(Boolean).join(' ');
}
