import { Text, Title } from '@mantine/core';
import type { Names } from '../../features/costs/use-names.js';
import { useTagList } from '../../features/costs/use-tag-keys.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { TopCosts } from './CostTables.js';
import { useMonth } from './use-month.js';

/** Tag keys that usually hold the team, the most likely first. */
const teamKeyPatterns = [
  /^team$/i,
  /^squad$/i,
  /^owner$/i,
  /^department$/i,
  /^cost[-_ ]?cent(er|re)$/i,
];

const teamKeyOf = (keys: readonly string[]): string =>
  teamKeyPatterns.flatMap((pattern) => keys.find((key) => pattern.test(key)) ?? [])[0] ??
  keys[0] ??
  'team';

/** Costs by the tag that holds the team. */
export function Teams({ names }: { names: Names }) {
  const { keys, isLoaded } = useTagList();
  return isLoaded ? (
    <TopTeams tagKey={teamKeyOf(keys)} names={names} />
  ) : (
    <TableSkeleton rows={6} />
  );
}

function TopTeams({ tagKey, names }: { tagKey: string; names: Names }) {
  const grouping = `tag:${tagKey}`;
  const { month } = useMonth(grouping, { isCompared: false });
  if (!month) return <TableSkeleton rows={6} />;
  if (month.costs.groups.every(({ group }) => group[grouping] === null)) {
    return (
      <section>
        <Title order={2} mb={4}>
          Top teams
        </Title>
        <Text size="sm" c="dimmed">
          No costs of this month have the tag “{tagKey}”. Tag your resources, or add a virtual tag,
          to see costs by team.
        </Text>
      </section>
    );
  }
  return <TopCosts title="Top teams" {...month} names={names} />;
}
