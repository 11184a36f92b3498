import { Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface FilterFieldProps {
  /** What the filter can name, and an example. */
  description: ReactNode;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

/** The VQL of a report that is not about costs: the editor would complete fields of costs. */
export function FilterField({ onChange, isReadOnly, ...props }: FilterFieldProps) {
  return (
    <Textarea
      label="Filter"
      autosize
      minRows={2}
      readOnly={isReadOnly}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}

/** The filter of a report in a list. */
export function FilterText({ filter, all }: { filter: string | null; all: string }) {
  if (!filter) return all;
  return (
    <Text component="code" ff="monospace" size="xs" lineClamp={2} title={filter}>
      {filter}
    </Text>
  );
}
