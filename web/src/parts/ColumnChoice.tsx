import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { useStored } from '../lib/stored.js';
import type { Column } from './DataTable.js';
import { Icon } from './icons.js';

/** The visible columns of a table, stored in this browser; the first one cannot be hidden. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const [hidden, setHidden] = useStored<string[]>(`columns ${table}`, []);
  const visible = columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
  return { visible, hidden, setHidden };
}

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[];
  hidden: string[];
  setHidden: (next: string[]) => void;
}

/** A menu to show and hide columns. */
export function ColumnChoice<Row>({ columns, hidden, setHidden }: ColumnChoiceProps<Row>) {
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
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
