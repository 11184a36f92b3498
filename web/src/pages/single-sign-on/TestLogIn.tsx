import { Alert, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { organisationRoles, useTeams } from '../../features/teams/team.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import type { Connection } from './connection.js';

/** A log-in that only reports what the identity provider returns, and what the last one returned. */
export function TestLogIn({ connection }: { connection: Connection }) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      window.location.assign((await api.post('/v2/sso_connection/test')).location);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Stack gap="sm" component="section" aria-label="Test log-in">
      <Title order={2}>Test log-in</Title>
      <Text size="sm" c="dimmed">
        Logs you in at the identity provider and reports what it returns. Your session stays as it
        is, and no user is created.
      </Text>
      {error !== undefined && <ErrorNote error={error} />}
      {connection.last_test && <Outcome test={connection.last_test} />}
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => void start()}>
          Test log-in
        </Button>
      </Group>
    </Stack>
  );
}

function Outcome({ test }: { test: NonNullable<Connection['last_test']> }) {
  const names = new Map(useTeams().map(({ token, name }) => [token, name]));
  const rows = [
    ['Email address', test.email],
    ['Name', test.name],
    ['Subject', test.subject],
    ['Groups', test.groups.join(', ')],
    ['Role', organisationRoles.find(({ value }) => value === test.role)?.label],
    ['Teams', test.team_tokens.map((token) => names.get(token)).join(', ')],
  ].filter(([, value]) => value);
  return (
    <Alert color={test.succeeded ? 'green' : 'red'}>
      <Text size="sm" fw={600}>
        {test.succeeded ? 'The last test succeeded' : 'The last test failed'} (
        <MomentText moment={test.tested_at} />)
      </Text>
      {test.error && <Text size="sm">{test.error}</Text>}
      {rows.length > 0 && (
        <Table mt="xs" aria-label="What the identity provider returned">
          <Table.Tbody>
            {rows.map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={140}>
                  {label}
                </Table.Th>
                <Table.Td className="wrapped">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Alert>
  );
}
