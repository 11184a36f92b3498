import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Icon } from '../../parts/icons.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { segmentsPath } from './segment.js';
import { SegmentTree } from './SegmentTree.js';

const create = { label: 'New segment', to: '/segments/new' };

export function Segments() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const list = useGet(
    segmentsPath,
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  const segments = list.data?.segments;
  return (
    <>
      <PageTitle
        title="Segments"
        text="Segments allocate the costs of the workspace. In each tree, a cost goes to the matching segment with the lowest priority number."
      >
        {mayEdit && (
          <Button component={Link} to={create.to} leftSection={<Icon name="add" />}>
            {create.label}
          </Button>
        )}
      </PageTitle>
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton />}
      {segments?.length === 0 && (
        <EmptyState
          title="There are no segments yet"
          text="Create one for the whole company, then add child segments for departments or products."
          action={mayEdit ? create : undefined}
        />
      )}
      {segments && segments.length > 0 && <SegmentTree segments={segments} mayEdit={mayEdit} />}
      {list.data?.links.next && (
        <Text size="sm" c="dimmed">
          Only the first 1,000 segments are shown.
        </Text>
      )}
    </>
  );
}
