import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Canvas, canvasesPath, isWaiting } from './canvas.js';

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
  { id: 'state', header: 'Table', cell: stateOf },
  {
    id: 'updated',
    header: 'Changed',
    sort: (row) => row.updated_at,
    cell: (row) => <MomentText moment={row.updated_at} />,
  },
];

function stateOf(canvas: Canvas): string {
  const { table, error } = canvas.data;
  if (isWaiting(canvas)) return 'being made';
  if (error) return table ? 'not refreshed' : 'not made';
  return table!.rows.length === 1 ? '1 row' : `${table!.rows.length} rows`;
}

export function Canvases() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Canvases"
      text="A query in plain words, and the table that answers it, made anew every day."
      kind="canvas"
      path={canvasesPath}
      rows="canvases"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New canvas', to: '/canvases/new' } : undefined}
      empty={{
        title: 'There are no canvases yet',
        text: 'Ask for a table, such as: top 10 monthly costs by provider and service, last 6 months.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
