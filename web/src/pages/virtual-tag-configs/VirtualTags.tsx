import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/untyped.js';
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
    header: 'Takes over from',
    cell: (row) => row.collapsed_tag_keys.map(({ key }) => key).join(', '),
  },
  {
    id: 'overridable',
    header: 'Goes before',
    cell: (row) => (row.overridable ? 'tags of providers' : 'nothing: providers go first'),
  },
  {
    id: 'backfill',
    header: 'Reaches back to',
    sort: (row) => row.backfill_until,
    cell: (row) => <DateText day={row.backfill_until} />,
  },
  { id: 'status', header: 'Status', cell: (row) => <Status token={row.token} /> },
];

interface StatusAnswer {
  processing: boolean;
  providers: { provider: string; status: string }[];
}

function Status({ token }: { token: string }) {
  const { data } = useGet<StatusAnswer>(`${virtualTagsPath}/${token}/status`);
  if (!data) return <Skeleton height={14} width={120} />;
  if (data.processing) return 'being worked out';
  const names = data.providers.map(({ provider }) => provider);
  return names.length === 0 ? 'has no rules' : `up to date for ${names.join(', ')}`;
}

export function VirtualTags() {
  const mayEdit = useHasRole('Integration Owner');
  return (
    <ListPage
      title="Virtual tags"
      text="Tags that exist here alone: rules give costs a value, or share them out, without touching anything at a provider."
      kind="virtual tag"
      path={virtualTagsPath}
      rows="virtual_tag_configs"
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New virtual tag', to: '/virtual-tags/new' } : undefined}
      empty={{
        title: 'There are no virtual tags yet',
        text: 'Make one to allocate costs that nobody tagged, to mend spellings, or to share out what several teams use.',
      }}
      titleToDelete={mayEdit ? (row) => row.key : undefined}
      usesOf={(row) => [`every report and filter that names the tag ${row.key}`]}
    />
  );
}
