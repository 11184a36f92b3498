import { MultiSelect } from '@mantine/core';
import { memo } from 'react';
import { dimensions, groupingLabel } from '../costs/groupings.js';
import { useTagKeys } from '../costs/use-tag-keys.js';
import type { ChangeQuery } from './explorer-query.js';

const maxGroupings = 4;

interface GroupByProps {
  groupings: string[];
  onChange: ChangeQuery;
}

/** Selects up to four dimensions and tags; preferred tags come first. */
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
      maxValues={maxGroupings}
      placeholder={groupings.length === 0 ? 'None' : ''}
      data={[
        { group: 'Dimensions', items: dimensions },
        { group: 'Tags', items: [...tags, ...others] },
      ]}
      value={groupings}
      onChange={(next) => onChange({ groupings: next })}
    />
  );
});
