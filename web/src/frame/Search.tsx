import { Box, Group, Modal, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../parts/icons.js';
import { useSearchResults } from './use-search-results.js';

/** The search dialog (Ctrl+K): finds pages and objects by name. */
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
  const [active, setActive] = useState(0);
  const [debounced] = useDebouncedValue(text.trim(), 150);
  const results = useSearchResults(debounced);
  const navigate = useNavigate();
  const visit = (index: number) => {
    const target = results[index];
    if (!target) return;
    onClose();
    void navigate({ to: target.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(results.length - 1, active + step)));
    } else if (event.key === 'Enter') visit(active);
  };
  return (
    <>
      <TextInput
        data-autofocus
        variant="unstyled"
        px="md"
        size="md"
        placeholder="Search pages, reports, filters…"
        aria-label="Search pages and objects"
        role="combobox"
        aria-expanded
        aria-controls="search-results"
        aria-activedescendant={results[active] ? `search-${active}` : undefined}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah={360}>
        <Box role="listbox" id="search-results" aria-label="Results" pb="sm">
          {results.map((each, index) => (
            <Group
              key={each.to}
              id={`search-${index}`}
              role="option"
              aria-selected={index === active}
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
        {results.length === 0 && (
          <Text size="sm" c="dimmed" px="md" pb="md">
            No results
          </Text>
        )}
      </ScrollArea.Autosize>
    </>
  );
}
