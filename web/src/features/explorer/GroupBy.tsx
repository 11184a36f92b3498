import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { memo, useRef, useState } from 'react';
import { Icon } from '../../parts/icons.js';
import { Layer } from '../../parts/Layer.js';
import { MoveButtons, moved } from '../../parts/reorder.js';
import { dimensions, groupingLabel } from '../costs/groupings.js';
import { useTagSearch } from '../costs/use-tag-keys.js';
import type { ChangeQuery } from './explorer-query.js';

const maxGroupings = 4;

interface GroupByProps {
  groupings: string[];
  onChange: ChangeQuery;
}

/** Up to four dimensions and tags, in the order of the names of series. */
export const GroupBy = memo(function GroupBy({ groupings, onChange }: GroupByProps) {
  const text = groupings.map(groupingLabel).join(', ') || 'None';
  return (
    <Input.Wrapper label="Group by" labelElement="div">
      <div>
        <Layer variant="default" title="Group by" buttonLabel={`Group by: ${text}`} label={text}>
          {() => (
            <Stack gap="md">
              <Chosen groupings={groupings} onChange={onChange} />
              {groupings.length < maxGroupings ? (
                <Choices
                  groupings={groupings}
                  onAdd={(added) => onChange({ groupings: [...groupings, added] })}
                />
              ) : (
                <Text size="xs" c="dimmed">
                  Costs can be grouped by up to {maxGroupings} dimensions and tags.
                </Text>
              )}
            </Stack>
          )}
        </Layer>
      </div>
    </Input.Wrapper>
  );
});

function Chosen({ groupings, onChange }: GroupByProps) {
  if (groupings.length === 0) return null;
  return (
    <Stack gap={4} role="group" aria-label="Chosen">
      {groupings.map((grouping, index) => (
        <Group key={grouping} gap={4} wrap="nowrap">
          <Text size="sm" flex={1} className="wrapped">
            {groupingLabel(grouping)}
          </Text>
          <MoveButtons
            name={groupingLabel(grouping)}
            index={index}
            count={groupings.length}
            onMove={(from, to) => onChange({ groupings: moved(groupings, from, to) })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${groupingLabel(grouping)}`}
            onClick={() => onChange({ groupings: groupings.filter((each) => each !== grouping) })}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

interface ChoicesProps {
  groupings: readonly string[];
  onAdd: (grouping: string) => void;
}

function Choices({ groupings, onAdd }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wanted = search.trim().toLowerCase();
  const keys = useTagSearch(search.trim());
  const found = dimensions.filter(({ label }) => label.toLowerCase().includes(wanted));
  const tags = keys.map((key) => ({ value: `tag:${key}`, label: key }));
  const lists = [
    { label: 'Dimensions', items: found },
    { label: 'Tags', items: tags },
  ];
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search dimensions and tags"
        placeholder="Search dimensions and tags"
        data-autofocus
        data-search
        ref={field}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className="choice-list">
        {lists.map(({ label, items }) => (
          <Stack key={label} gap={2} role="group" aria-label={label} mb="sm">
            {items.length > 0 && (
              <Text size="xs" c="dimmed" fw={500}>
                {label}
              </Text>
            )}
            {items
              .filter(({ value }) => !groupings.includes(value))
              .map((item) => (
                <Button
                  key={item.value}
                  data-choice
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  justify="flex-start"
                  fw={400}
                  onClick={() => {
                    // The choice is gone then.
                    field.current?.focus();
                    onAdd(item.value);
                  }}
                >
                  {item.label}
                </Button>
              ))}
          </Stack>
        ))}
        {found.length + tags.length === 0 && (
          <Text size="sm" c="dimmed">
            No results
          </Text>
        )}
      </div>
    </Stack>
  );
}
