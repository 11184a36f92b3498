import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getQuery, invalidate } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ImportTotals } from './ImportTotals.js';
import type { ImportRun, Load } from './import-run.js';

const pollMs = 500;

/** The progress of an import, and its totals once it is finished. */
export function RunProgress({ run }: { run: string }) {
  const { data, error } = useQuery({
    ...getQuery('/console/imports/runs/{run_id}', { path: { run_id: run } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const isFinished = data !== undefined && data.status !== 'running';
  useEffect(() => {
    if (isFinished) void invalidate('/v2');
  }, [isFinished]);
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
          <Text size="sm">This bill was imported before. Nothing was changed.</Text>
        )}
        {data.loads.length > 0 && <ImportTotals run={data} />}
        {(data.status === 'committed' || data.status === 'skipped') && (
          <Group>
            <Button
              component={Link}
              to={data.loads.length > 0 ? '/explore' : '/'}
              search={rangeOf(data.loads) as never}
            >
              View costs
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
  return status === 'failed' ? `Could not import ${what}` : `Imported ${what}`;
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

/** The date range of the bill. */
function rangeOf(loads: readonly Load[]): Record<string, string> {
  const start = loads.flatMap(({ first_date: day }) => day ?? []).toSorted()[0];
  const end = loads
    .flatMap(({ last_date: day }) => day ?? [])
    .toSorted()
    .at(-1);
  return start && end ? { start: start.slice(0, 10), end: end.slice(0, 10) } : {};
}
