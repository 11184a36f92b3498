import { Text, Tooltip } from '@mantine/core';
import { useFreshness } from '../api/freshness.js';
import { useGet } from '../api/queries.js';
import { formatAgo, formatDay, formatMoment } from '../lib/dates.js';

/** When costs were last imported, and which day is the last complete one. */
export function FreshnessNote() {
  const { data } = useGet('/v2/integrations', { query: { limit: 1000 } });
  const freshness = useFreshness();
  const updates = data?.integrations.flatMap((each) => each.last_updated ?? []) ?? [];
  const asOf = freshness?.asOf ?? updates.toSorted().at(-1);
  if (!asOf) return null;
  const complete = freshness?.completeThrough;
  const title = [
    `Costs as of ${formatMoment(asOf)}.`,
    complete && `Complete through ${formatDay(complete)}; days are in UTC.`,
  ];
  return (
    <Tooltip label={title.filter(Boolean).join(' ')} multiline maw={280}>
      <Text size="xs" c="dimmed" visibleFrom="md" tabIndex={0}>
        Data from {formatAgo(asOf)}
      </Text>
    </Tooltip>
  );
}
