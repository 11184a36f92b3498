import { Text, Title } from '@mantine/core';
import type { Names } from '../../features/costs/use-names.js';
import { useTagList } from '../../features/costs/use-tag-keys.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { movesOf } from './moves.js';
import { TopCosts } from './MoveTables.js';
import { useMonth } from './use-month.js';

/** Tags that name teams in most companies, the likeliest first. */
const usual = [/^team$/i, /^squad$/i, /^owner$/i, /^department$/i, /^cost[-_ ]?cent(er|re)$/i];

const teamKey = (keys: readonly string[]): string =>
  usual.flatMap((name) => keys.find((key) => name.test(key)) ?? [])[0] ?? keys[0] ?? 'team';

/** Costs by the tag that names teams. */
export function Teams({ names }: { names: Names }) {
  const { keys, isLoaded } = useTagList();
  return isLoaded ? <TopTeams tag={teamKey(keys)} names={names} /> : <TableSkeleton rows={6} />;
}

function TopTeams({ tag: key, names }: { tag: string; names: Names }) {
  const grouping = `tag:${key}`;
  const { query, now } = useMonth([grouping], { isCompared: false });
  if (!now.data) return <TableSkeleton rows={6} />;
  const moves = movesOf(now.data, undefined, grouping, names);
  if (moves.every(({ name }) => name.startsWith('('))) {
    return (
      <section>
        <Title order={2} mb={4}>
          Top teams
        </Title>
        <Text size="sm" c="dimmed">
          No cost of this month has a tag “{key}”. Tags of the bill, and virtual tags beside them,
          tell whose a cost is.
        </Text>
      </section>
    );
  }
  return (
    <TopCosts
      title="Top teams"
      moves={moves}
      total={now.data.total_cost.amount}
      currency={now.data.total_cost.currency}
      query={query}
      grouping={grouping}
    />
  );
}
