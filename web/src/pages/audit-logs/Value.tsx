import { Code, Text } from '@mantine/core';

/** A recorded value as people read it: lists line by line, nothing as a word, objects laid out. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') {
    return (
      <Text span size="sm" c="dimmed">
        nothing
      </Text>
    );
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length === 0) return 'empty list';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.map((each) => <div key={String(each)}>{String(each)}</div>);
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return <Code block>{JSON.stringify(value, null, 2)}</Code>;
}
