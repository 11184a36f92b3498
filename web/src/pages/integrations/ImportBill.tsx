import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { type ImportRun, useImportRun } from '../../features/integrations/import-run.js';
import { countOf } from '../../lib/text.js';
import { ImportResult } from '../../features/integrations/ImportResult.js';
import type { Integration } from '../../features/integrations/integration.js';
import { withoutTokens } from '../../lib/text.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FileDrop } from '../../parts/FileDrop.js';

/** Imports an uploaded bill and shows the progress. */
export function ImportBill({ integration }: { integration: Integration }) {
  const [uploadError, setUploadError] = useState<unknown>();
  const [runId, setRunId] = useState<string>();
  const { run, error: runError } = useImportRun(runId);
  const [isUploading, setUploading] = useState(false);
  const error = uploadError ?? runError ?? undefined;
  const upload = async (file: File) => {
    setUploading(true);
    setUploadError(undefined);
    const query = { integration: integration.token, name: file.name };
    try {
      const started = await api.post('/console/imports', { query, body: file });
      setRunId(String(started.run_id));
    } catch (failure) {
      setUploadError(failure);
    }
    setUploading(false);
  };
  return (
    <Stack gap="sm" mb="md">
      <FileDrop
        what="a bill of this provider, or a data file"
        isBusy={isUploading || run?.status === 'running'}
        onFile={(file) => void upload(file)}
      />
      {error !== undefined && <ErrorNote error={error} />}
      {run && <RunState run={run} />}
    </Stack>
  );
}

function RunState({ run }: { run: ImportRun }) {
  if (run.status === 'failed') {
    return (
      <Alert color="red" role="alert" title="The import failed; nothing was changed">
        {run.errors.map((message) => (
          <Text key={message} size="sm">
            {withoutTokens(message)}
          </Text>
        ))}
      </Alert>
    );
  }
  if (run.status === 'running') {
    return <RunProgressBar run={run} />;
  }
  if (run.status === 'skipped') {
    return (
      <Text size="sm" role="status">
        This bill was imported before. Nothing was changed.
      </Text>
    );
  }
  if (run.notes.length > 0) return <DataFileNotes notes={run.notes} />;
  return <ImportResult loads={run.loads} />;
}

function DataFileNotes({ notes }: { notes: string[] }) {
  return (
    <div role="status">
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </div>
  );
}

function RunProgressBar({ run }: { run: ImportRun }) {
  const { summaries_done: summaries, summaries_total: months } = run;
  const [done, total] = months > 0 ? [summaries, months] : [run.bytes_done, run.bytes_total];
  return (
    <div>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label="Import progress" />
      <Text size="xs" c="dimmed">
        {months > 0
          ? `Building summaries, ${summaries} of ${months} months`
          : `${countOf(run.rows_done, 'row')} so far`}
      </Text>
    </div>
  );
}
