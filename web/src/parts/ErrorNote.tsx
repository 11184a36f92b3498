import { Alert, Button, CopyButton, Group, Text } from '@mantine/core';
import { asProblem } from '../api/problem.js';

/** The messages of the API, with the request id and a retry button where possible. */
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
                  {copied ? 'Copied' : `Copy request ID ${requestId.slice(0, 8)}`}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
      )}
    </Alert>
  );
}
