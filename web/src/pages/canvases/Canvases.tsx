import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Canvas, canvasesPath, hasTable, isPending } from './canvas.js';

const columns: Column<Canvas>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/canvases/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'prompt',
    header: 'Prompt',
    cell: (row) => (
      <Text size="sm" lineClamp={2}>
        {row.prompt}
      </Text>
    ),
  },
  { id: 'status', header: 'Status', cell: statusOf },
  {
    id: 'updated',
    header: 'Updated',
    sort: (row) => row.updated_at,
    cell: (row) => <MomentText moment={row.updated_at} />,
  },
];

function statusOf(canvas: Canvas): string {
  const { table, error } = canvas.data;
  if (isPending(canvas)) return 'Pending';
  if (error) return hasTable(canvas) ? 'Refresh failed' : 'Failed';
  return table.rows.length === 1 ? '1 row' : `${table.rows.length} rows`;
}

export function Canvases() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Canvases"
      text="Tables of costs described in plain English and refreshed every day."
      kind="canvas"
      path={canvasesPath}
      rows="canvases"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New canvas', to: '/canvases/new' } : undefined}
      empty={{
        title: 'There are no canvases yet',
        text: 'Describe the table you need, for example: top 10 monthly costs by provider and service, last 6 months.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
