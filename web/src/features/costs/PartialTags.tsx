import { Text } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { formatDay } from '../../lib/dates.js';

/** Says which virtual tags have no values in a part of what is compared. */
export function PartialTags({ tags = [] }: { tags: Schemas['CostChanges']['partial_tags'] }) {
  return tags.map(({ key, values_since: since }) => (
    <Text size="sm" key={key} role="note">
      Tag “{key}” has values from {formatDay(since)} only, so its changes are not comparable.
    </Text>
  ));
}
