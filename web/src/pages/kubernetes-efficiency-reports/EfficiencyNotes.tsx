import { Text } from '@mantine/core';
import { formatMoment } from '../../lib/dates.js';
import type { Efficiency } from './levels.js';

/** What a reader has to know about the figures. */
export function EfficiencyNotes({ groups }: { groups: Efficiency }) {
  const others = groups.total.filter(({ currency }) => currency !== groups.currency);
  return (
    <Text size="sm" c="dimmed">
      {groups.as_of && `Imported ${formatMoment(groups.as_of)}. `}
      {groups.figure_count > groups.figures.length &&
        `The ${groups.figures.length} largest of ${groups.figure_count} groups are listed. `}
      {groups.groupings.includes('label') &&
        'A pod counts under each of its labels, so groups add up to more than the total. '}
      {others.length > 0 &&
        `Not included, because an exchange rate is missing: usage in ${others.map(({ currency }) => currency).join(', ')}. `}
      {groups.hidden_nodes &&
        'Some nodes have no cost here, because the bill they are in is not shared with this account or has not arrived. '}
      These costs repeat those of the nodes in the bills of the clouds, so reports count them only
      where a filter names Kubernetes.
    </Text>
  );
}
