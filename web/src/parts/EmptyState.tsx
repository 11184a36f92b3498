import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface EmptyStateProps {
  /** What is missing: `There are no saved filters yet`. */
  title: string;
  /** What it is for, and what to do. */
  text: string;
  /** The next step. */
  action?: { label: string; to: string } | undefined;
}

/** Shown instead of an empty list or page. */
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
