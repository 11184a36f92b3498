import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api/client.js';
import { changed } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ClosingBooks } from './ClosingBooks.js';
import type { ImportRun, Load } from './import-run.js';

const pollMs = 500;

/** How far an import has come, and at its end the books. */
export function RunProgress({ run }: { run: string }) {
  const { data, error } = useQuery({
    queryKey: ['/console/imports/runs', run],
    queryFn: ({ signal }) => api.get<ImportRun>(`/console/imports/runs/${run}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const isOver = data !== undefined && data.status !== 'running';
  useEffect(() => {
    if (isOver) void changed('/v2');
  }, [isOver]);
  if (error) return <ErrorNote error={error} />;
  if (!data) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Import">
      <Stack gap="sm">
        <Title order={2}>{titleOf(data)}</Title>
        {data.status === 'running' && <Running run={data} />}
        {data.status === 'failed' && (
          <Alert color="red" role="alert">
            {data.errors.map((message) => (
              <Text key={message} size="sm">
                {message}
              </Text>
            ))}
            <Text size="sm">Nothing was changed.</Text>
          </Alert>
        )}
        {data.status === 'skipped' && (
          <Text size="sm">This bill was imported before; nothing was changed.</Text>
        )}
        {data.loads.length > 0 && <ClosingBooks run={data} />}
        {(data.status === 'committed' || data.status === 'skipped') && (
          <Group>
            <Button
              component={Link}
              to={data.loads.length > 0 ? '/explore' : '/'}
              search={rangeOf(data.loads) as never}
            >
              See the costs
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function titleOf({ status, file_names: names }: ImportRun): string {
  const what = names.join(', ');
  if (status === 'running') return `Importing ${what}`;
  return status === 'failed' ? `${what} was not imported` : `Imported ${what}`;
}

function Running({
  run: { rows_done: rows, bytes_done: done, bytes_total: total },
}: {
  run: ImportRun;
}) {
  const share = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  return (
    <div role="status">
      <Progress
        value={total === 0 ? 100 : share}
        animated={total === 0}
        aria-label="Progress of the import"
      />
      <Text size="sm" mt="sm">
        {rows.toLocaleString()} rows so far
        {total > 0 && `, ${Math.floor(share)} % of the files`}
      </Text>
    </div>
  );
}

/** The days that the bill is about. */
function rangeOf(loads: readonly Load[]): Record<string, string> {
  const start = loads.flatMap(({ first_date: day }) => day ?? []).toSorted()[0];
  const end = loads
    .flatMap(({ last_date: day }) => day ?? [])
    .toSorted()
    .at(-1);
  return start && end ? { start: start.slice(0, 10), end: end.slice(0, 10) } : {};
}
