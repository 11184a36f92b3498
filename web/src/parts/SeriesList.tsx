import { Group, Text } from '@mantine/core';
import { isMissing } from '../lib/palette.js';
import { MiddleEllipsis } from './NameText.js';
import type { Series } from '../lib/series.js';

/** The series of a chart with their colours. */
export function Legend({
  series,
  colours,
}: {
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
}) {
  return (
    <Group gap="md" mt="sm" mb={0} p={0} component="ul" style={{ listStyle: 'none', rowGap: 4 }}>
      {series.map(({ name }) => (
        <Group key={name} gap={6} wrap="nowrap" component="li">
          <span
            className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
            style={{ background: colours.get(name) }}
          />
          <Text size="xs" component="span" miw={0} title={name}>
            <MiddleEllipsis text={name} />
          </Text>
        </Group>
      ))}
    </Group>
  );
}
