import { Code, Group, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FileDrop } from '../../parts/FileDrop.js';
import { toast } from '../../parts/toasts.js';
import { businessMetricPath, businessMetricsPath } from './business-metric.js';

/** Uploads values as CSV; either all rows of a file are stored or none. */
export function UploadValues({ token }: { token: string }) {
  const [isForecast, setForecast] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const upload = async (file: File) => {
    const body = new FormData();
    body.append('forecasted', String(isForecast));
    body.append('csv', file);
    setBusy(true);
    setError(undefined);
    try {
      const path = { business_metric_token: token };
      await api.put(`${businessMetricPath}/values.csv`, { path, body });
      await invalidate(`${businessMetricsPath}/${token}`);
      toast(`Uploaded ${file.name}.`);
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
        A CSV file with the columns <Code>date</Code>, <Code>amount</Code> and optionally{' '}
        <Code>label</Code>. Values with the same date and label are replaced; all others are kept.
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
