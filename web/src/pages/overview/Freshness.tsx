import { Table } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import type { Names } from '../../features/costs/use-names.js';
import { formatAgo } from '../../lib/dates.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Section } from './CostTables.js';

type Integration = Schemas['Integration'];

/** When each integration last imported costs. */
export function Freshness({ names }: { names: Names }) {
  const { data } = useGet('/v2/integrations', { query: { limit: 1000 } });
  if (!data) return <TableSkeleton rows={4} />;
  return (
    <Section title="Integrations" headers={['Integration', 'Status', 'Last import']}>
      {data.integrations.map((each) => (
        <Table.Tr key={each.token}>
          <Table.Td>{nameOf(each, names)}</Table.Td>
          <Table.Td className="numeric">{each.status}</Table.Td>
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

/** The provider and the last part of the account identifier, which can be a long path. */
function nameOf({ provider, account_identifier: account }: Integration, names: Names): string {
  if (provider === 'custom_provider') return account ?? provider;
  return [names('provider', provider), account?.split('/').at(-1)].filter(Boolean).join(' ');
}
