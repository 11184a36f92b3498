import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isToken, pageOfObject } from '../../api/object-kinds.js';

/** The name of an object, by its token. */
type NameOf = (token: string) => string;

/** A recorded value in readable form: objects by name, lists line by line, the rest as indented JSON. */
export function Value({ value, nameOf }: { value: unknown; nameOf: NameOf }) {
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
    return value.map((each) => (
      <div key={String(each)}>
        <ValueText text={String(each)} nameOf={nameOf} />
      </div>
    ));
  }
  if (typeof value === 'string') return <ValueText text={value} nameOf={nameOf} />;
  if (typeof value === 'number') return String(value);
  return <Code block>{JSON.stringify(value, null, 2)}</Code>;
}

function ValueText({ text, nameOf }: { text: string; nameOf: NameOf }) {
  if (!isToken(text)) return text;
  return (
    <Anchor component={Link} to={pageOfObject(text)} size="sm">
      {nameOf(text)}
    </Anchor>
  );
}

/** The tokens of objects in recorded values. */
export const tokensIn = (values: readonly unknown[]): string[] =>
  values.flatMap((value) =>
    Array.isArray(value)
      ? tokensIn(value)
      : typeof value === 'string' && isToken(value)
        ? value
        : [],
  );
