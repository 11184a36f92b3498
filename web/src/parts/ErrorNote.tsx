import { Alert, Button, CopyButton, Group, Text } from '@mantine/core';
import { asProblem } from '../api/problem.js';

/** An error in the API's own words, with a retry where there is one. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { messages, requestId, status } = asProblem(error);
  return (
    <Alert color={status === 403 || status === 404 ? 'gray' : 'red'} role="alert">
      {messages.map((message) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
      {(onRetry || requestId) && (
        <Group gap="sm" mt="sm">
          {onRetry && (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {requestId && (
            <CopyButton value={requestId}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="subtle" color="gray" c="dimmed" onClick={copy}>
                  {copied ? 'Copied' : `Request ${requestId.slice(0, 8)} · copy`}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
      )}
    </Alert>
  );
}
