import { Code, Group, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FileDrop } from '../../parts/FileDrop.js';
import { toast } from '../../parts/toasts.js';
import { businessMetricsPath } from './business-metric.js';

/** All rows of a file are taken or none. */
export function UploadValues({ token }: { token: string }) {
  const [isForecast, setForecast] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const path = `${businessMetricsPath}/${token}`;
  const upload = async (file: File) => {
    const form = new FormData();
    form.append('forecasted', String(isForecast));
    form.append('csv', file);
    setBusy(true);
    setError(undefined);
    try {
      await api.put(`${path}/values.csv`, form);
      await invalidate(path);
      toast(`Took the values of ${file.name}.`);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="upload">
      <Title order={2} id="upload">
        Upload values
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        A CSV with the columns <Code>date</Code>, <Code>amount</Code> and, where values have one,{' '}
        <Code>label</Code>. Values of the same date and label are replaced, the others stay.
      </Text>
      <Group mb="sm">
        <Switch
          label="These are forecasted values"
          checked={isForecast}
          onChange={(event) => setForecast(event.currentTarget.checked)}
        />
      </Group>
      <FileDrop
        what="a CSV file of values"
        accept=".csv,text/csv"
        isBusy={isBusy}
        onFile={(file) => void upload(file)}
      />
      {error !== undefined && <ErrorNote error={error} />}
    </section>
  );
}
