import { Button, CloseButton, Group, Progress, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { ColumnChoice } from '../../../parts/ColumnChoice.js';
import { Icon } from '../../../parts/icons.js';

interface TableToolsProps {
  search: string;
  onSearch: (text: string) => void;
  /** `1–20 of 131,204 groups` */
  summary: string;
  columns: readonly { id: string; header: string }[];
  hidden: string[];
  setHidden: (next: string[]) => void;
  /** Whether there are columns of bins; undefined where there are too many. */
  hasBins: boolean | undefined;
  setBins: (next: boolean) => void;
  bin: string;
  download: {
    progress: { done: number; count: number } | undefined;
    start: () => void;
    cancel: () => void;
  };
}

/** Search, column choice and download above the table. */
export function TableTools(props: TableToolsProps) {
  const { search, onSearch, summary, columns, hidden, setHidden, hasBins, setBins, bin } = props;
  return (
    <Group gap="sm" mb="xs">
      <SearchInput search={search} onSearch={onSearch} />
      <Text size="sm" c="dimmed" role="status">
        {summary}
      </Text>
      <Group gap="sm" ml="auto">
        <Download {...props.download} />
        <ColumnChoice columns={columns} hidden={hidden} setHidden={setHidden}>
          <Switch
            size="xs"
            label={`Show columns by ${bin}`}
            checked={hasBins ?? false}
            disabled={hasBins === undefined}
            description={hasBins === undefined ? 'There are too many for a table.' : undefined}
            onChange={(event) => setBins(event.currentTarget.checked)}
          />
        </ColumnChoice>
      </Group>
    </Group>
  );
}

const searchDelayMs = 250;

function SearchInput({ search, onSearch }: Pick<TableToolsProps, 'search' | 'onSearch'>) {
  const [text, setText] = useState(search);
  const apply = useDebouncedCallback(onSearch, searchDelayMs);
  // Going back in the history changes the search from outside.
  useEffect(() => setText((now) => (now.trim() === search ? now : search)), [search]);
  const change = (next: string) => {
    setText(next);
    apply(next);
  };
  return (
    <TextInput
      aria-label="Search the table"
      placeholder="Search"
      w={{ base: '100%', xs: 240 }}
      leftSection={<Icon name="search" size={14} />}
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function Download({ progress, start, cancel }: TableToolsProps['download']) {
  if (!progress) {
    return (
      <Button variant="default" onClick={start} leftSection={<Icon name="down" size={14} />}>
        Download CSV
      </Button>
    );
  }
  const { done, count } = progress;
  return (
    <Group gap="xs" role="status">
      <Progress
        w={96}
        value={count === 0 ? 0 : (100 * done) / count}
        aria-label="Progress of the download"
      />
      <Text size="xs" c="dimmed">
        {done.toLocaleString()} of {count.toLocaleString()} rows
      </Text>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  );
}
