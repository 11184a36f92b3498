import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, lazy, memo, useEffect, useState } from 'react';
import { readFilter } from '../../costs/filter/read-filter.js';
import type { Names } from '../../costs/use-names.js';
import { ChipFilter } from './ChipFilter.js';

const VqlEditor = lazy(async () => ({
  default: (await import('../../../parts/vql/VqlEditor.js')).VqlEditor,
}));

interface FilterLineProps {
  filter: string;
  /** The API's error about the applied filter. */
  error: string | undefined;
  providers: readonly string[];
  names: Names;
  onApply: (filter: string) => void;
}

/** The filter as chips or as VQL; both edit the same text. */
export const FilterLine = memo(function FilterLine(props: FilterLineProps) {
  const { filter, error, providers, names, onApply } = props;
  const conditions = readFilter(filter, providers);
  const [prefersText, setPrefersText] = useState(false);
  const isText = prefersText || conditions === undefined || error !== undefined;
  return (
    <Group align="flex-start" gap="sm" mb="md" wrap="nowrap">
      <div className="filter-line">
        {isText ? (
          <TextFilter filter={filter} error={error} onApply={onApply} />
        ) : (
          <ChipFilter
            conditions={conditions}
            providers={providers}
            names={names}
            onApply={onApply}
          />
        )}
        {conditions === undefined && !error && (
          <Text size="xs" c="dimmed" mt={4}>
            This filter is too complex for chips, so it can only be edited as VQL.
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={conditions === undefined || error !== undefined}
        onClick={() => setPrefersText(!isText)}
      >
        {isText ? 'Chips' : 'VQL'}
      </Button>
    </Group>
  );
});

function TextFilter({
  filter,
  error,
  onApply,
}: Pick<FilterLineProps, 'filter' | 'error' | 'onApply'>) {
  const [text, setText] = useState(filter);
  useEffect(() => setText(filter), [filter]);
  const isChanged = text.trim() !== filter;
  const apply = () => onApply(text.trim());
  return (
    <Stack gap="sm">
      <Suspense fallback={<Skeleton height={96} />}>
        <VqlEditor
          value={text}
          onChange={setText}
          // The error refers to the applied text.
          error={isChanged ? undefined : error}
          onSubmit={apply}
        />
      </Suspense>
      <Group>
        <Button
          size="xs"
          variant={isChanged ? 'filled' : 'default'}
          disabled={!isChanged}
          onClick={apply}
        >
          Apply filter
        </Button>
        <Text size="xs" c="dimmed">
          Press Ctrl+Enter to apply.
        </Text>
      </Group>
    </Stack>
  );
}
