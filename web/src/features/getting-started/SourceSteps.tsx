import { Code, List, Text } from '@mantine/core';
import type { Source } from './sources.js';

/** What a source is and what to do before its form, in order. */
export function SourceSteps({ source: { text, steps } }: { source: Source }) {
  return (
    <section aria-label="Steps">
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      <List type="ordered" size="sm" spacing="xs" maw={760}>
        {steps.map((step) => (
          <List.Item key={step}>{withCode(step)}</List.Item>
        ))}
      </List>
    </section>
  );
}

/** What stands between backticks is code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));
