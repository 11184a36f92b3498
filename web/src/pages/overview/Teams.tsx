import { Text, Title } from '@mantine/core';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { TopCosts, maxRows } from './CostTables.js';

/** Costs by the tag that holds the team. */
export function Teams({ period: { start, end } }: { period: DateRange }) {
  const workspace = useWorkspace();
  const { data, error, refetch } = useGet(
    '/console/costs/teams',
    {
      query: {
        workspace_token: workspace?.token,
        start_date: start,
        end_date: end,
        limit: maxRows,
      },
    },
    { enabled: workspace !== undefined },
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={6} />;
  const grouping = `tag:${data.tag_key}`;
  if (data.groups.every(({ group }) => group[grouping] === null)) {
    return (
      <section>
        <Title order={2} mb={4}>
          Top teams
        </Title>
        <Text size="sm" c="dimmed">
          No costs of this period have the tag “{data.tag_key}”. Tag your resources, or add a
          virtual tag, to see costs by team.
        </Text>
      </section>
    );
  }
  const query = {
    start: data.start_date,
    end: data.end_date,
    bin: data.date_bin,
    groupings: [grouping],
    filter: '',
  };
  return <TopCosts title="Top teams" query={query} costs={data} />;
}
