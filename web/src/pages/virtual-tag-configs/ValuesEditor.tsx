import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../parts/icons.js';
import { moved, useReorder } from '../../parts/reorder.js';
import { type DraftValue, nextId, newValue } from './draft.js';
import { ruleMessages } from './rule-messages.js';
import { ValueCard } from './ValueCard.js';

interface ValuesEditorProps {
  values: readonly DraftValue[];
  /** Errors of the API, which name the field: `values[1].filter …`. */
  messages: readonly string[];
  /** The rules that the errors are about, as they were sent. An edited rule is another object. */
  checked: readonly DraftValue[];
  isReadOnly: boolean;
  onChange: (values: DraftValue[]) => void;
}

/** The rules of a virtual tag, in order. */
export function ValuesEditor({
  values,
  messages,
  checked,
  isReadOnly,
  onChange,
}: ValuesEditorProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const move = (from: number, to: number) => onChange(moved(values, from, to));
  const reorder = useReorder(move);
  const toggle = (id: number) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  const add = () => {
    const value = newValue(nextId(values));
    onChange([...values, value]);
    toggle(value.id);
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="rules">
      <Title order={2} id="rules">
        Rules
      </Title>
      <Text size="sm" c="dimmed">
        Each cost gets the value of the first rule that matches it. Drag rules or use the arrows to
        change their order.
      </Text>
      {values.map((value, index) => (
        <ValueCard
          key={value.id}
          value={value}
          index={index}
          count={values.length}
          messages={ruleMessages(messages, checked.indexOf(value))}
          isOpen={expanded.has(value.id)}
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
            Add rule
          </Button>
        </Group>
      )}
    </Stack>
  );
}
