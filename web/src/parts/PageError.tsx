import { Button, Group, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { asProblem } from '../api/problem.js';
import { useGet } from '../api/queries.js';
import { EmptyState } from './EmptyState.js';
import { ErrorNote } from './ErrorNote.js';

/** Instead of a page that could not be read: what is wrong, and the way back. */
export function PageError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { history } = useRouter();
  const { status } = asProblem(error);
  const isUnavailable = status === 403 || status === 404;
  const whomToAsk = useWhomToAsk(isUnavailable);
  return (
    <>
      <Title order={1} mb="md">
        {isUnavailable ? 'Not available' : 'This page could not be loaded'}
      </Title>
      {isUnavailable ? (
        <EmptyState
          title="You cannot open this link"
          text={`What it leads to was deleted, or you have no access to it. ${whomToAsk}`}
        />
      ) : (
        <ErrorNote error={error} {...(onRetry ? { onRetry } : {})} />
      )}
      <Group gap="sm" mt="md" justify={isUnavailable ? 'center' : 'flex-start'}>
        <Button variant="default" onClick={() => history.back()}>
          Go back
        </Button>
        <Button component={Link} to="/">
          Go to the overview
        </Button>
      </Group>
    </>
  );
}

const maxNamed = 3;

/** Who can grant access, by name. */
function useWhomToAsk(isWanted: boolean): string {
  const { data } = useGet('/console/owners', { query: { limit: maxNamed } }, { enabled: isWanted });
  const names = data?.owners.map(({ name, email }) => (name ? `${name} (${email})` : email)) ?? [];
  if (names.length === 0) return 'Ask an owner of the organization for access.';
  const listed = new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
  return `Owners can grant access: ask ${listed}.`;
}
