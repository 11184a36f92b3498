import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, lazy } from 'react';

const VqlEditor = lazy(async () => ({
  default: (await import('../../../parts/vql/VqlEditor.js')).VqlEditor,
}));

interface TextFilterProps {
  text: string;
  /** The applied text. */
  filter: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onApply: (text: string) => void;
}

/** The filter as VQL. */
export function TextFilter({ text, filter, error, onChange, onApply }: TextFilterProps) {
  const isChanged = text.trim() !== filter;
  const apply = () => onApply(text);
  return (
    <Stack gap="sm">
      <Suspense fallback={<Skeleton height={96} />}>
        <VqlEditor
          value={text}
          onChange={onChange}
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
