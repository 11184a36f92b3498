import { Code, Text } from '@mantine/core';

/** A recorded value in readable form: lists line by line, objects as indented JSON. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') {
    return (
      <Text span size="sm" c="dimmed">
        empty
      </Text>
    );
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.length === 0) return 'empty list';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.map((each) => <div key={String(each)}>{String(each)}</div>);
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return <Code block>{JSON.stringify(value, null, 2)}</Code>;
}
