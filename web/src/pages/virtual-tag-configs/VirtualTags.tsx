import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useNames } from '../../features/costs/use-names.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type VirtualTag, virtualTagsPath } from './virtual-tag.js';

const columns: Column<VirtualTag>[] = [
  {
    id: 'key',
    header: 'Key',
    sort: (row) => row.key,
    cell: (row) => (
      <Anchor component={Link} to={`/virtual-tags/${row.token}`}>
        {row.key}
      </Anchor>
    ),
  },
  {
    id: 'values',
    header: 'Rules',
    isNumeric: true,
    sort: (row) => row.values.length,
    cell: (row) => row.values.length,
  },
  {
    id: 'collapsed',
    header: 'Collapsed tag keys',
    cell: (row) => row.collapsed_tag_keys.map(({ key }) => key).join(', '),
  },
  {
    id: 'overridable',
    header: 'Overrides provider tags',
    cell: (row) => (row.overridable ? 'Yes' : 'No'),
  },
  {
    id: 'backfill',
    header: 'Backfill until',
    sort: (row) => row.backfill_until,
    cell: (row) => <DateText day={row.backfill_until} />,
  },
  { id: 'status', header: 'Status', cell: (row) => <Status token={row.token} /> },
];

function Status({ token }: { token: string }) {
  const names = useNames({ hasAccounts: false });
  const { data } = useGet('/v2/virtual_tag_configs/{token}/status', { path: { token } });
  if (!data) return <Skeleton height={14} width={120} />;
  if (data.processing) return 'Processing';
  const providers = data.providers.map(({ provider }) => names('provider', provider));
  return providers.length === 0 ? 'No rules' : `Up to date for ${providers.join(', ')}`;
}

export function VirtualTags() {
  const mayEdit = useHasRole('Integration Owner');
  return (
    <ListPage
      title="Virtual tags"
      text="Tags whose values are computed by rules. They allocate costs without changing anything at the provider."
      kind="virtual tag"
      path={virtualTagsPath}
      rows="virtual_tag_configs"
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New virtual tag', to: '/virtual-tags/new' } : undefined}
      empty={{
        title: 'There are no virtual tags yet',
        text: 'Create one to allocate untagged costs, to merge different spellings of a tag, or to split shared costs among teams.',
      }}
      titleToDelete={mayEdit ? (row) => row.key : undefined}
      usesOf={(row) => [`every report and filter that uses the tag ${row.key}`]}
    />
  );
}
