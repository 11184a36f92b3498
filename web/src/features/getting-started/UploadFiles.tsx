import { Button, FileButton, Stack, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { ErrorNote } from '../../parts/ErrorNote.js';

/** Uploads files as one import: a bill may consist of several files, or have a manifest. */
export function UploadFiles({ onStarted }: { onStarted: (runId: number) => void }) {
  const workspace = useWorkspace()?.token;
  const [isOver, setOver] = useState(false);
  const [uploading, setUploading] = useState<string>();
  const [error, setError] = useState<unknown>();
  const send = async (files: readonly File[]) => {
    if (files.length === 0 || uploading) return;
    setError(undefined);
    setUploading(files.map(({ name }) => name).join(', '));
    try {
      const query = { workspace, ...(files.length === 1 ? { name: files[0]!.name } : {}) };
      const run = await api.post('/console/imports', { query, body: bodyOf(files) });
      onStarted(run.run_id);
    } catch (failure) {
      setError(failure);
    }
    setUploading(undefined);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    <Stack gap="sm">
      {error !== undefined && <ErrorNote error={error} />}
      <div
        className="drop-zone"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Text size="sm" c="dimmed">
          {uploading ? `Uploading ${uploading}…` : 'Drop files here, or'}
        </Text>
        <FileButton
          multiple
          onChange={(files) => void send(files)}
          inputProps={{ 'aria-label': 'Files to import' }}
        >
          {(props) => (
            <Button {...props} loading={uploading !== undefined}>
              Choose files
            </Button>
          )}
        </FileButton>
      </div>
      <Text size="xs" c="dimmed">
        CSV or Parquet, optionally compressed as ZIP or gzip. Importing the same bill again changes
        nothing.
      </Text>
    </Stack>
  );
}

function bodyOf(files: readonly File[]): Blob | FormData {
  if (files.length === 1) return files[0]!;
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  return form;
}
