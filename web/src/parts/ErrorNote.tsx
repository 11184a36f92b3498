import { Alert, Button, CopyButton, Group, Text } from '@mantine/core';
import { asProblem } from '../api/problem.js';
import { withoutTokens } from '../lib/text.js';
import { SaveConflict } from './save-conflict.js';

/** The messages of the API, with the request id and a retry button where possible. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof SaveConflict) return <ConflictNote conflict={error} />;
  const { messages, requestId, status } = asProblem(error);
  const isUnavailable = status === 403 || status === 404;
  return (
    <Alert color={isUnavailable ? 'gray' : 'red'} role="alert">
      {messages.map((message) => (
        <Text key={message} size="sm">
          {withoutTokens(message)}
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

/** Someone else's change is neither lost nor hidden: the user chooses. */
function ConflictNote({ conflict }: { conflict: SaveConflict }) {
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm" fw={600}>
        Changed by someone else meanwhile
      </Text>
      <Text size="sm">
        This was changed after you opened it, in another tab or by another user. Nothing was saved;
        your entries are still here.
      </Text>
      <Group gap="sm" mt="sm">
        <Button size="compact-sm" onClick={conflict.loadNewer}>
          Load the newer version
        </Button>
        <Button size="compact-sm" variant="default" onClick={conflict.overwrite}>
          Overwrite
        </Button>
      </Group>
    </Alert>
  );
}
