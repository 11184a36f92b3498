import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api, getting } from '../../api/untyped.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FileDrop } from '../../parts/FileDrop.js';
import { formatCount } from './load.js';

interface Run {
  run_id: number;
  status: 'running' | 'committed' | 'skipped' | 'failed';
  rows_done: number;
  bytes_done: number;
  bytes_total: number;
  errors: string[];
  loads: { rows_rejected: number; lines: number }[];
}

/** Brings a bill in by hand and shows how far it has come. */
export function ImportBill({ integration }: { integration: Integration }) {
  const [error, setError] = useState<unknown>();
  const [runId, setRunId] = useState<number>();
  const run = useRun(runId);
  const [isSending, setSending] = useState(false);
  const send = async (file: File) => {
    setSending(true);
    setError(undefined);
    const query = { integration: integration.token, name: file.name };
    try {
      setRunId((await api.post<Run>('/console/imports', file, query)).run_id);
    } catch (failure) {
      setError(failure);
    }
    setSending(false);
  };
  return (
    <Stack gap="sm" mb="md">
      <FileDrop
        what="a bill of this provider"
        isBusy={isSending || run?.status === 'running'}
        onFile={(file) => void send(file)}
      />
      {error !== undefined && <ErrorNote error={error} />}
      {run && <RunState run={run} />}
    </Stack>
  );
}

/** Asked again every second until it is over; then everything that shows costs is read again. */
function useRun(runId: number | undefined): Run | undefined {
  const { data } = useQuery({
    ...getting<Run>(`/console/imports/runs/${runId}`),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : 1000),
  });
  const isOver = data !== undefined && data.status !== 'running';
  useEffect(() => {
    if (isOver) void invalidate('/console/imports', '/v2/costs', ...integrationPaths);
  }, [isOver]);
  return data;
}

function RunState({ run }: { run: Run }) {
  if (run.status === 'failed') {
    return (
      <Alert color="red" role="alert" title="Nothing was imported">
        {run.errors.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Alert>
    );
  }
  if (run.status === 'running') {
    const share = run.bytes_total ? (100 * run.bytes_done) / run.bytes_total : 0;
    return (
      <div>
        <Progress value={share} aria-label="How far the import has come" />
        <Text size="xs" c="dimmed">
          {formatCount(run.rows_done)} rows read
        </Text>
      </div>
    );
  }
  return (
    <Text size="sm" role="status">
      {outcomeOf(run)}
    </Text>
  );
}

function outcomeOf({ status, loads }: Run): string {
  if (status === 'skipped') return 'This bill was imported before; nothing had to be changed.';
  const total = (key: 'rows_rejected' | 'lines') => loads.reduce((sum, load) => sum + load[key], 0);
  const rejected = total('rows_rejected');
  const rest =
    rejected === 0 ? 'every row was taken' : `${formatCount(rejected)} rows were rejected`;
  return `Imported ${formatCount(total('lines'))} lines; ${rest}.`;
}
