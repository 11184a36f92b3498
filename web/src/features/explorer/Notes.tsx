import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DateText } from '../../parts/figures.js';
import type { DatedMark } from './use-marks.js';

/** The annotations and anomalies marked in the chart, with their dates. */
export function Notes({ marks }: { marks: readonly DatedMark[] }) {
  return marks.map(({ day, text, to }) => (
    <Text key={day + text} size="sm">
      <Text span size="sm" c="dimmed">
        <DateText day={day} />
      </Text>{' '}
      {to ? (
        <Anchor component={Link} to={to} inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Text>
  ));
}
