import { Anchor, Button, Group, Menu, Select } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
import { type CostReport, costReportsPath } from '../../features/cost-reports/cost-report.js';
import { groupingLabel } from '../../features/costs/groupings.js';
import { formatDay } from '../../lib/dates.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Folder, foldersPath, inOrder, pathOf } from './folder.js';
import { FolderForm } from './FolderForm.js';
import { MoveReport } from './MoveReport.js';

/** Saved reports, by the folder they lie in. */
export function CostReports() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const { folder }: { folder?: string } = useSearch({ strict: false });
  const [edited, setEdited] = useState<Folder | 'new'>();
  const [moved, setMoved] = useState<CostReport>();
  const { data } = useGet<ListAnswer>(
    foldersPath,
    { workspace_token: workspace?.token, type: 'CostFolder', limit: 1000 },
    { enabled: workspace !== undefined },
  );
  const folders = (data?.['folders'] ?? []) as Folder[];
  const chosen = folders.find(({ token }) => token === folder);
  return (
    <>
      <ListPage
        title="Cost reports"
        text="Questions about costs that are worth keeping; each opens in the explorer."
        kind="cost report"
        path={costReportsPath}
        rows="cost_reports"
        query={{ workspace_token: workspace?.token, folder_token: folder }}
        columns={columnsOf(folders)}
        isSearched
        create={mayEdit ? { label: 'New cost report', to: '/explore' } : undefined}
        empty={{
          title: chosen
            ? `There are no cost reports in ${chosen.title}`
            : 'There are no cost reports yet',
          text: 'Ask a query in the explorer and save it as a report; it stays up to date by itself.',
        }}
        titleToDelete={mayEdit ? (row) => row.title : undefined}
        actions={(row) =>
          mayEdit && <Menu.Item onClick={() => setMoved(row)}>Rename or move</Menu.Item>
        }
      >
        <FolderChoice folders={folders} chosen={folder} />
        {mayEdit && chosen && (
          <Button variant="default" onClick={() => setEdited(chosen)}>
            Edit the folder
          </Button>
        )}
        {mayEdit && (
          <Button variant="default" onClick={() => setEdited('new')}>
            New folder
          </Button>
        )}
      </ListPage>
      {edited && (
        <FolderForm
          key={edited === 'new' ? 'new' : edited.token}
          folder={edited === 'new' ? undefined : edited}
          folders={folders}
          onClose={() => setEdited(undefined)}
        />
      )}
      {moved && (
        <MoveReport
          key={moved.token}
          report={moved}
          folders={folders}
          onClose={() => setMoved(undefined)}
        />
      )}
    </>
  );
}

function FolderChoice({
  folders,
  chosen,
}: {
  folders: readonly Folder[];
  chosen: string | undefined;
}) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Select
      aria-label="Folder"
      placeholder="All folders"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Show all folders' }}
      data={inOrder(folders).map(({ token }) => ({ value: token, label: pathOf(token, folders) }))}
      value={chosen ?? null}
      onChange={(folder) =>
        void navigate({ to: '.', search: { ...search, folder: folder ?? '', page: '' } })
      }
    />
  );
}

const columnsOf = (folders: readonly Folder[]): Column<CostReport>[] => [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/cost-reports/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'folder',
    header: 'Folder',
    sort: (row) => (row.folder_token ? pathOf(row.folder_token, folders) : ''),
    cell: (row) => row.folder_token && pathOf(row.folder_token, folders),
  },
  {
    id: 'days',
    header: 'Days',
    cell: (row) => (
      <Group gap={4} title={`${formatDay(row.start_date)} to ${formatDay(row.end_date)}`}>
        {row.date_interval === 'custom'
          ? `${formatDay(row.start_date)} to ${formatDay(row.end_date)}`
          : row.date_interval.replaceAll('_', ' ')}
      </Group>
    ),
  },
  {
    id: 'groupings',
    header: 'Grouped by',
    cell: (row) => row.groupings?.split(',').map(groupingLabel).join(', '),
  },
  {
    id: 'created',
    header: 'Created',
    sort: (row) => row.created_at,
    cell: (row) => <MomentText moment={row.created_at} />,
  },
];
