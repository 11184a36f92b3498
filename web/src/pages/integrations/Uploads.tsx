import { Stack } from '@mantine/core';
import { useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api as typedApi } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { deleteLater } from '../../parts/delete-later.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import { FileDrop } from '../../parts/FileDrop.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { formatDays } from './load.js';

interface Upload {
  token: string;
  filename: string;
  amount: string;
  start_date: string;
  end_date: string;
  import_status: string;
  created_at: string;
}

/** Files may hold several currencies, which the API adds up as they stand; Intl takes the text exactly. */
const sums = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 });
const formatSum = (amount: string) => sums.format(amount as unknown as number);

const columns: Column<Upload>[] = [
  { id: 'file', header: 'File', cell: (row) => row.filename, sort: (row) => row.filename },
  { id: 'status', header: 'Status', cell: (row) => row.import_status },
  {
    id: 'days',
    header: 'Days',
    cell: (row) => <time>{formatDays(row.start_date, row.end_date)}</time>,
  },
  { id: 'amount', header: 'Sum of amounts', isNumeric: true, cell: (row) => formatSum(row.amount) },
  { id: 'at', header: 'Uploaded', cell: (row) => <MomentText moment={row.created_at} /> },
];

type Answer = ListAnswer & { user_costs_uploads: Upload[] };

/** Files of a custom provider; one of the same name replaces the one before. */
export function Uploads({ integration }: { integration: Integration }) {
  const path = `/v2/integrations/${integration.token}/costs`;
  const refresh = [...integrationPaths, '/console/imports', '/v2/costs'];
  const mayWrite = useHasRole('Integration Owner');
  const { data, error } = useGet<Answer>(path);
  const [hidden, setHidden] = useState<string[]>([]);
  const rows = data?.user_costs_uploads.filter(({ token }) => !hidden.includes(token)) ?? [];
  const remove = ({ token, filename }: Upload) => {
    setHidden([...hidden, token]);
    deleteLater({
      message: `Deleted “${filename}” with its costs.`,
      send: (options) =>
        typedApi.delete('/v2/integrations/{integration_token}/costs/{user_costs_upload_token}', {
          path: { integration_token: integration.token, user_costs_upload_token: token },
          ...options,
        }),
      refresh,
      restore: () => setHidden((now) => now.filter((each) => each !== token)),
    });
  };
  return (
    <Stack gap="md">
      {mayWrite && <UploadDrop path={`${path}.csv`} refresh={refresh} />}
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {data && rows.length === 0 && (
        <EmptyState
          title="There are no uploads"
          text="Upload a CSV file with the columns ChargePeriodStart, ChargeCategory, BilledCost and ServiceName, in the FOCUS format."
        />
      )}
      {rows.length > 0 && (
        <DataTable
          label="Uploads"
          columns={columns}
          rows={rows}
          keyOf={(row) => row.token}
          {...(mayWrite
            ? {
                actions: (row: Upload) => (
                  <RowMenu label={row.filename} onDelete={() => remove(row)} />
                ),
              }
            : {})}
        />
      )}
    </Stack>
  );
}

function UploadDrop({ path, refresh }: { path: string; refresh: readonly string[] }) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const send = async (file: File) => {
    const form = new FormData();
    form.set('csv', file);
    setBusy(true);
    setError(undefined);
    try {
      await api.post(path, form);
      toast(`Uploaded “${file.name}”.`);
    } catch (failure) {
      setError(failure);
    }
    await invalidate(...refresh);
    setBusy(false);
  };
  return (
    <>
      <FileDrop
        what="a CSV file of costs"
        accept=".csv,text/csv"
        isBusy={isBusy}
        onFile={(file) => void send(file)}
      />
      {error !== undefined && <ErrorNote error={error} />}
    </>
  );
}
