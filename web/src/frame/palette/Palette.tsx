import { Box, Group, Kbd, Modal, ScrollArea, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../parts/icons.js';
import type { PaletteItem } from './item.js';
import { usePaletteItems } from './use-palette-items.js';

interface PaletteProps {
  onClose: () => void;
  onShortcuts: () => void;
}

/** The command palette (Ctrl+K): finds objects, resources, values of the bills, actions and pages. */
export function Palette(props: PaletteProps) {
  return (
    <Modal.Root opened onClose={props.onClose} size="lg">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <PaletteBox {...props} />
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteBox({ onClose, onShortcuts }: PaletteProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const items = usePaletteItems(text.trim(), onShortcuts);
  const active = Math.min(chosen, items.length - 1);
  const navigate = useNavigate();
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run?.();
    if (item.to) void navigate({ href: item.to });
  };
  const move = (to: number) => {
    const index = Math.max(0, Math.min(items.length - 1, to));
    setChosen(index);
    document.getElementById(`search-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      move(target);
    } else if (event.key === 'Enter') choose(items[active]);
  };
  return (
    <>
      <TextInput
        data-autofocus
        variant="unstyled"
        px="md"
        size="md"
        placeholder="Search or type a command: a report, a resource, “new”, “dark”…"
        aria-label="Search pages and objects"
        role="combobox"
        aria-expanded
        aria-controls="search-results"
        aria-activedescendant={items[active] ? `search-${active}` : undefined}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah={360} className="palette-results" viewportProps={{ tabIndex: 0 }}>
        <Box role="listbox" id="search-results" aria-label="Results" py={4}>
          {items.map((item, index) => (
            <Option
              key={item.id}
              item={item}
              index={index}
              isActive={index === active}
              onChoose={() => choose(item)}
            />
          ))}
        </Box>
        {items.length === 0 && (
          <Text size="sm" c="dimmed" px="md" pb="md">
            No results
          </Text>
        )}
      </ScrollArea.Autosize>
      <Group className="palette-keys" px="md" py={6} gap="md" visibleFrom="sm">
        <Hint keys={['↑', '↓']} text="select" />
        <Hint keys={['Enter']} text="open" />
        <Hint keys={['Esc']} text="close" />
      </Group>
    </>
  );
}

function Option({
  item,
  index,
  isActive,
  onChoose,
}: {
  item: PaletteItem;
  index: number;
  isActive: boolean;
  onChoose: () => void;
}) {
  return (
    <Group
      id={`search-${index}`}
      role="option"
      aria-selected={isActive}
      className="search-option"
      justify="space-between"
      wrap="nowrap"
      px="md"
      py={6}
      onClick={onChoose}
    >
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Icon name={item.icon} />
        <Text size="sm" truncate>
          {item.title}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        {item.kind}
      </Text>
    </Group>
  );
}

const Hint = ({ keys, text }: { keys: string[]; text: string }) => (
  <Group gap={4}>
    {keys.map((key) => (
      <Kbd key={key} size="xs">
        {key}
      </Kbd>
    ))}
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  </Group>
);
