import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ObjectMark } from './ObjectMark.js';

/** The title of a page, with actions on the right. */
export function PageTitle({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div>
        <Group gap={4} wrap="nowrap">
          <Title order={1}>{title}</Title>
          <ObjectMark title={title} />
        </Group>
        {text && (
          <Text size="sm" c="dimmed" maw={640}>
            {text}
          </Text>
        )}
      </div>
      <Group gap="sm">{children}</Group>
    </Group>
  );
}
