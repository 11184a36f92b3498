import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStored } from '../lib/stored.js';
import { Icon } from './icons.js';

interface ChosenColumn {
  id: string;
  header: string;
}

/** The visible columns of a table, stored in this browser; the first one cannot be hidden. */
export function useColumns<Column extends ChosenColumn>(table: string, columns: readonly Column[]) {
  const [hidden, setHidden] = useStored<string[]>(`columns ${table}`, []);
  const visible = columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
  return { visible, hidden, setHidden };
}

interface ColumnChoiceProps {
  columns: readonly ChosenColumn[];
  hidden: string[];
  setHidden: (next: string[]) => void;
  /** Further choices. */
  children?: ReactNode;
}

/** A menu to show and hide columns. */
export function ColumnChoice({ columns, hidden, setHidden, children }: ColumnChoiceProps) {
  const toggle = (id: string) =>
    setHidden(hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id]);
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label="Choose columns">
          <Icon name="columns" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {columns.slice(1).map(({ id, header }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={!hidden.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
          {children}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
