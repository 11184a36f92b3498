import { Button, Group, Text } from '@mantine/core';
import { readGroups } from '../../costs/filter/read-filter.js';
import type { Names } from '../../costs/use-names.js';
import { describeGroups } from './describe-condition.js';

interface NarrowedToProps {
  /** VQL. */
  within: string;
  providers: readonly string[];
  names: Names;
  onRemove: () => void;
}

/** What a drill-down has narrowed a report with saved filters to. */
export function NarrowedTo({ within, providers, names, onRemove }: NarrowedToProps) {
  if (within === '') return null;
  const groups = readGroups(within, providers);
  return (
    <Group gap="sm" mb="sm" role="group" aria-label="Narrowed to">
      <Text size="sm">
        Of these, only: {groups ? describeGroups(groups, names) : within}. This is not saved with
        the report.
      </Text>
      <Button size="compact-sm" variant="default" onClick={onRemove}>
        Show all
      </Button>
    </Group>
  );
}
