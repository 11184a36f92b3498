import { Box, Group, Modal, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../parts/icons.js';
import { useFound } from './use-found.js';

/** Ctrl-K: pages by their title, objects by their name. */
export function Search({ onClose }: { onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} size="lg">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <SearchBox onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function SearchBox({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const found = useFound(wanted);
  const navigate = useNavigate();
  const visit = (index: number) => {
    const target = found[index];
    if (!target) return;
    onClose();
    void navigate({ to: target.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen(Math.max(0, Math.min(found.length - 1, chosen + step)));
    } else if (event.key === 'Enter') visit(chosen);
  };
  return (
    <>
      <TextInput
        data-autofocus
        variant="unstyled"
        px="md"
        size="md"
        placeholder="Pages, reports, filters…"
        aria-label="Search pages and objects"
        role="combobox"
        aria-expanded
        aria-controls="search-results"
        aria-activedescendant={found[chosen] ? `search-${chosen}` : undefined}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah={360}>
        <Box role="listbox" id="search-results" aria-label="Found" pb="sm">
          {found.map((each, index) => (
            <Group
              key={each.to}
              id={`search-${index}`}
              role="option"
              aria-selected={index === chosen}
              className="search-option"
              justify="space-between"
              px="md"
              py={6}
              onClick={() => visit(index)}
            >
              <Text size="sm">{each.title}</Text>
              <Text size="xs" c="dimmed">
                {each.kind}
              </Text>
            </Group>
          ))}
        </Box>
        {found.length === 0 && (
          <Text size="sm" c="dimmed" px="md" pb="md">
            Nothing is called so.
          </Text>
        )}
      </ScrollArea.Autosize>
    </>
  );
}
