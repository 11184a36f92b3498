import { Button, Group, Text } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { isValidSyntax, readGroups } from '../../costs/filter/read-filter.js';
import type { Names } from '../../costs/use-names.js';
import { ChipFilter } from './ChipFilter.js';
import { TextFilter } from './TextFilter.js';
import type { ValueSource } from './use-values.js';

interface FilterLineProps {
  filter: string;
  /** The API's error about the applied filter. */
  error: string | undefined;
  providers: readonly string[];
  source: ValueSource;
  names: Names;
  onApply: (filter: string) => void;
}

/** The filter as chips or as VQL; both edit the same text. Text that chips cannot show stays text. */
export const FilterLine = memo(function FilterLine(props: FilterLineProps) {
  const { filter, error, providers, source, names, onApply } = props;
  const groups = readGroups(filter, providers);
  const [prefersText, setPrefersText] = useState(false);
  const [draft, setDraft] = useState(filter);
  useEffect(() => setDraft(filter), [filter]);
  const isText = prefersText || groups === undefined || error !== undefined;
  const [isRefused, setRefused] = useState(false);
  const apply = (text: string) => {
    setRefused(false);
    onApply(text.trim());
  };
  const showChips = () => {
    const mayShow = readGroups(draft, providers) !== undefined;
    setRefused(!mayShow);
    if (!mayShow) return;
    setPrefersText(false);
    if (draft.trim() !== filter) apply(draft);
  };
  const showsReason = isText && (isRefused || (groups === undefined && !error));
  return (
    <Group align="flex-start" gap="sm" mb="md" wrap="nowrap">
      <div className="filter-line">
        {isText ? (
          <TextFilter
            text={draft}
            filter={filter}
            error={error}
            onChange={(text) => {
              // Typing always happens in the editor, so it stays open.
              setPrefersText(true);
              setRefused(false);
              setDraft(text);
            }}
            onApply={apply}
          />
        ) : (
          <ChipFilter
            groups={groups}
            providers={providers}
            source={source}
            names={names}
            onApply={onApply}
          />
        )}
        {showsReason && (
          <Text size="xs" c="dimmed" mt={4} role="status">
            {reasonOf(draft)}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={() => (isText ? showChips() : setPrefersText(true))}
      >
        {isText ? 'Chips' : 'VQL'}
      </Button>
    </Group>
  );
});

const reasonOf = (text: string): string =>
  isValidSyntax(text)
    ? 'This filter is too complex for chips, so it stays VQL.'
    : 'This is not valid VQL yet, so it stays text.';
