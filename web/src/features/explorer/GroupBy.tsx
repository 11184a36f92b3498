import { MultiSelect } from '@mantine/core';
import { memo } from 'react';
import { dimensions, groupingLabel } from '../costs/groupings.js';
import { useTagKeys } from '../costs/use-tag-keys.js';
import type { ChangeQuestion } from './question.js';

const mostGroupings = 4;

interface GroupByProps {
  groupings: string[];
  onChange: ChangeQuestion;
}

/** Several at once, found by typing; tags that people prefer come first. */
export const GroupBy = memo(function GroupBy({ groupings, onChange }: GroupByProps) {
  const tags = useTagKeys().map((key) => ({ value: `tag:${key}`, label: key }));
  const known = [...dimensions, ...tags];
  const others = groupings
    .filter((each) => !known.some(({ value }) => value === each))
    .map((value) => ({ value, label: groupingLabel(value) }));
  return (
    <MultiSelect
      label="Group by"
      flex="1 1 200px"
      maw={320}
      searchable
      maxValues={mostGroupings}
      placeholder={groupings.length === 0 ? 'Nothing' : ''}
      data={[
        { group: 'Of the bill', items: dimensions },
        { group: 'Tags', items: [...tags, ...others] },
      ]}
      value={groupings}
      onChange={(next) => onChange({ groupings: next })}
    />
  );
});
