import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { ErrorNote } from '../../parts/ErrorNote.js';

/** Creates the demo company, as an import run. */
export function CreateDemo({ onStarted }: { onStarted: (runId: number) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const create = async () => {
    setBusy(true);
    try {
      onStarted((await api.post('/console/demo')).run_id);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <Stack gap="sm">
      {error !== undefined && <ErrorNote error={error} />}
      <Button variant="default" loading={isBusy} onClick={() => void create()}>
        Create the demo company
      </Button>
    </Stack>
  );
}
