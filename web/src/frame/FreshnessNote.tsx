import { Text, Tooltip } from '@mantine/core';
import { useFreshness } from '../api/freshness.js';
import { useGet } from '../api/queries.js';
import { formatAgo, formatDay, formatMoment } from '../lib/dates.js';

/** When costs were last imported, and the last complete day. */
export function FreshnessNote() {
  const { data } = useGet('/v2/integrations', { query: { limit: 1000 } });
  const freshness = useFreshness();
  const updates = data?.integrations.flatMap((each) => each.last_updated ?? []) ?? [];
  const asOf = freshness?.asOf ?? updates.toSorted().at(-1);
  if (!asOf) return null;
  const completeThrough = freshness?.completeThrough;
  const details = [
    `Last import: ${formatMoment(asOf)}.`,
    completeThrough && `Complete through ${formatDay(completeThrough)} (UTC).`,
  ];
  return (
    <Tooltip label={details.filter(Boolean).join(' ')} multiline maw={280}>
      <Text size="xs" c="dimmed" visibleFrom="md" tabIndex={0}>
        Updated {formatAgo(asOf)}
      </Text>
    </Tooltip>
  );
}
