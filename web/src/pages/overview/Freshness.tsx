import { Table } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import type { Names } from '../../features/costs/use-names.js';
import { formatAgo } from '../../lib/dates.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Section } from './MoveTables.js';

type Integration = Schemas['Integration'];

/** When the costs of every integration last came in. */
export function Freshness({ names }: { names: Names }) {
  const { data } = useGet('/v2/integrations', { query: { limit: 1000 } });
  if (!data) return <TableSkeleton rows={4} />;
  return (
    <Section title="Where costs come from" headers={['Integration', 'State', 'Last import']}>
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
              'never'
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

/** An account by its provider and last part: paths of accounts are long. */
function nameOf({ provider, account_identifier: account }: Integration, names: Names): string {
  if (provider === 'custom_provider') return account ?? provider;
  return [names('provider', provider), account?.split('/').at(-1)].filter(Boolean).join(' ');
}
