import { Text } from '@mantine/core';
import { DateText } from '../../parts/figures.js';
import type { DatedMark } from './use-marks.js';

/** The annotations marked in the chart, with their dates. */
export function Notes({ marks }: { marks: readonly DatedMark[] }) {
  return marks.map(({ day, text }) => (
    <Text key={day + text} size="sm">
      <Text span size="sm" c="dimmed">
        <DateText day={day} />
      </Text>{' '}
      {text}
    </Text>
  ));
}
