import { Anchor, Button, Group, Menu, Select } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import {
  type CostReport,
  costReportsPath,
  reportPage,
  splitGroupings,
} from '../../features/cost-reports/cost-report.js';
import { groupingLabel } from '../../features/costs/groupings.js';
import { intervalLabel } from '../../features/costs/intervals.js';
import { formatDay } from '../../lib/dates.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Folder, folderOptions, foldersPath, pathOf } from './folder.js';
import { FolderForm } from './FolderForm.js';
import { MoveReport } from './MoveReport.js';

/** Saved reports, all or those of a folder. */
export function CostReports() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const { folder }: { folder?: string } = useSearch({ strict: false });
  const [edited, setEdited] = useState<Folder | 'new'>();
  const [moved, setMoved] = useState<CostReport>();
  const { data } = useGet(
    foldersPath,
    { query: { workspace_token: workspace?.token, type: 'CostFolder', limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const folders = data?.folders ?? [];
  const selected = folders.find(({ token }) => token === folder);
  return (
    <>
      <ListPage
        title="Cost reports"
        text="Saved queries of costs. Each report opens in the explorer and always shows current costs."
        kind="cost report"
        path={costReportsPath}
        rows="cost_reports"
        query={{ workspace_token: workspace?.token, folder_token: folder }}
        columns={columnsOf(folders)}
        isSearched
        create={mayEdit ? { label: 'New cost report', to: '/explore' } : undefined}
        empty={{
          title: selected
            ? `There are no cost reports in ${selected.title}`
            : 'There are no cost reports yet',
          text: 'Choose a date range, groupings and filters in the explorer, then save them as a report.',
        }}
        titleToDelete={mayEdit ? (row) => row.title : undefined}
        actions={(row) =>
          mayEdit && <Menu.Item onClick={() => setMoved(row)}>Rename or move</Menu.Item>
        }
      >
        <FolderSelect folders={folders} selected={folder} />
        {mayEdit && selected && (
          <Button variant="default" onClick={() => setEdited(selected)}>
            Edit folder
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

function FolderSelect({
  folders,
  selected,
}: {
  folders: readonly Folder[];
  selected: string | undefined;
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
      data={folderOptions(folders)}
      value={selected ?? null}
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
      <Anchor component={Link} to={reportPage(row.token)}>
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
    id: 'date-range',
    header: 'Date range',
    cell: (row) => (
      <Group gap={4} title={`${formatDay(row.start_date)} to ${formatDay(row.end_date)}`}>
        {row.date_interval === 'custom'
          ? `${formatDay(row.start_date)} to ${formatDay(row.end_date)}`
          : intervalLabel(row.date_interval)}
      </Group>
    ),
  },
  {
    id: 'groupings',
    header: 'Grouped by',
    cell: (row) => splitGroupings(row.groupings).map(groupingLabel).join(', '),
  },
  {
    id: 'created',
    header: 'Created',
    sort: (row) => row.created_at,
    cell: (row) => <MomentText moment={row.created_at} />,
  },
];
