import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { IntervalSelect } from '../../features/costs/IntervalSelect.js';
import { useInterval } from '../../features/costs/use-interval.js';
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
  const dates = useInterval('this_month');
  const costs = useGet(
    '/v2/costs/segments',
    {
      query: {
        workspace_token: workspace?.token,
        start_date: dates.range.start,
        end_date: dates.range.end,
        compare_to: 'previous_period',
      },
    },
    { enabled: workspace !== undefined },
  );
  return (
    <>
      <PageTitle
        title="Segments"
        text="Segments allocate the costs of the workspace. In each tree, a cost goes to the matching segment with the lowest priority number."
      >
        <IntervalSelect value={dates.name} onChange={dates.choose} />
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
      {costs.error && <ErrorNote error={costs.error} onRetry={() => void costs.refetch()} />}
      {segments && segments.length > 0 && (
        <div className={costs.isPlaceholderData ? 'stale' : ''} aria-busy={costs.isPlaceholderData}>
          <SegmentTree segments={segments} costs={costs.data} mayEdit={mayEdit} />
        </div>
      )}
      {list.data?.links.next && (
        <Text size="sm" c="dimmed">
          Only the first 1,000 segments are shown.
        </Text>
      )}
    </>
  );
}
