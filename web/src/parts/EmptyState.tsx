import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface EmptyStateProps {
  /** What this is. */
  title: string;
  /** Why it is empty. */
  text: string;
  /** The one thing to do next. */
  action?: { label: string; to: string } | undefined;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py={64} ta="center">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      {action && (
        <Button component={Link} to={action.to}>
          {action.label}
        </Button>
      )}
    </Stack>
  );
}
