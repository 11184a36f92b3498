import { Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getQuery } from '../../api/queries.js';
import { filesText, positionText, timeLeftText } from './import-queue-texts.js';

const [busyMs, idleMs] = [2_000, 15_000];

/** The imports that are running or wait for their turn, while there are any. */
export function ImportQueue() {
  const { data } = useQuery({
    ...getQuery('/console/imports/queue'),
    refetchInterval: ({ state }) => (state.data?.import_runs.length ? busyMs : idleMs),
  });
  const runs = data?.import_runs ?? [];
  if (runs.length === 0) return null;
  return (
    <Stack gap="xs" mb="lg">
      <Title order={2} size="h4" id="imports-in-progress">
        Imports in progress
      </Title>
      <Table aria-labelledby="imports-in-progress">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Files</Table.Th>
            <Table.Th>Position</Table.Th>
            <Table.Th>Time left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.run_id}>
              <Table.Td>{filesText(run)}</Table.Td>
              <Table.Td>{positionText(run)}</Table.Td>
              <Table.Td>{timeLeftText(run)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
