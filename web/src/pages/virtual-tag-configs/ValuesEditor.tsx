import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../parts/icons.js';
import { moved, useReorder } from '../../parts/reorder.js';
import { type DraftValue, freeId, newValue } from './draft.js';
import { ValueCard } from './ValueCard.js';

interface ValuesEditorProps {
  values: readonly DraftValue[];
  /** What the API refused, naming the place: `values[1].filter …`. */
  messages: readonly string[];
  isReadOnly: boolean;
  onChange: (values: DraftValue[]) => void;
}

export function ValuesEditor({ values, messages, isReadOnly, onChange }: ValuesEditorProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const move = (from: number, to: number) => onChange(moved(values, from, to));
  const reorder = useReorder(move);
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const add = () => {
    const value = newValue(freeId(values));
    onChange([...values, value]);
    toggle(value.id);
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="rules">
      <Title order={2} id="rules">
        Rules
      </Title>
      <Text size="sm" c="dimmed">
        The first rule that matches a cost gives it its value. Drag a rule by its handle, or move it
        with its arrows.
      </Text>
      {values.map((value, index) => (
        <ValueCard
          key={value.id}
          value={value}
          index={index}
          count={values.length}
          messages={messages.filter((message) => message.includes(`values[${index}]`))}
          isOpen={open.has(value.id)}
          isReadOnly={isReadOnly}
          reorder={reorder}
          onToggle={() => toggle(value.id)}
          onMove={move}
          onRemove={() => onChange(values.filter((each) => each !== value))}
          onChange={(part) =>
            onChange(values.map((each) => (each === value ? { ...each, ...part } : each)))
          }
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button variant="default" leftSection={<Icon name="add" />} onClick={add}>
            Add a rule
          </Button>
        </Group>
      )}
    </Stack>
  );
}
