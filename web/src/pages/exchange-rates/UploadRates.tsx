import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/client.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FileDrop } from '../../parts/FileDrop.js';
import { Icon } from '../../parts/icons.js';
import { toast } from '../../parts/toasts.js';

/** All rows of a file are imported or none, so an error means that nothing was changed. */
export function UploadRates() {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (file: File) => {
    const form = new FormData();
    form.set('csv', file);
    setBusy(true);
    setError(undefined);
    try {
      await api.post('/v2/exchange_rates/csv', { body: form });
      await invalidate('/v2/exchange_rates', '/v2/costs');
      toast(`Imported the exchange rates of “${file.name}”.`);
      setOpen(false);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <>
      <Button leftSection={<Icon name="add" />} onClick={() => setOpen(true)}>
        Upload exchange rates
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Upload exchange rates">
        <Stack gap="md">
          <Text size="sm">
            A CSV file with the columns base_currency_code, currency_code, rate and date
            (YYYY-MM-DD). A rate for the same currencies and date is replaced; either all rows are
            imported or none.
          </Text>
          {error !== undefined && <ErrorNote error={error} />}
          <FileDrop
            what="it"
            accept=".csv,text/csv"
            isBusy={isBusy}
            onFile={(file) => void send(file)}
          />
        </Stack>
      </Modal>
    </>
  );
}
