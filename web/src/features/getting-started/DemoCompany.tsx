import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import type { ImportRun } from './import-run.js';

export function DemoCompany({ onStarted }: { onStarted: (run: number) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const build = async () => {
    setBusy(true);
    try {
      onStarted((await api.post<ImportRun>('/console/demo')).run_id);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <Stack gap="sm">
      {error !== undefined && <ErrorNote error={error} />}
      <Button variant="default" loading={isBusy} onClick={() => void build()}>
        Build the demo company
      </Button>
    </Stack>
  );
}
