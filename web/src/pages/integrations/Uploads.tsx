import { Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { deleteLater } from '../../parts/delete-later.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { formatDateRange } from '../../lib/dates.js';
import { formatAmount } from '../../lib/money.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import { FileDrop } from '../../parts/FileDrop.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';

/** Paths that an upload changes. */
const refresh = [...integrationPaths, '/console/imports', '/v2/costs'];

type Upload = Schemas['UserCostsUpload'];

const columns: Column<Upload>[] = [
  { id: 'file', header: 'File', cell: (row) => row.filename, sort: (row) => row.filename },
  { id: 'status', header: 'Status', cell: (row) => row.import_status },
  {
    id: 'dates',
    header: 'Date range',
    cell: (row) => <time>{formatDateRange(row.start_date, row.end_date)}</time>,
  },
  // Has no currency: the API adds up amounts of all currencies in a file.
  {
    id: 'amount',
    header: 'Total amount',
    isNumeric: true,
    cell: (row) => formatAmount(row.amount),
  },
  { id: 'at', header: 'Uploaded', cell: (row) => <MomentText moment={row.created_at} /> },
];

/** Files of a custom provider; a file replaces an earlier one with the same name. */
export function Uploads({ integration }: { integration: Integration }) {
  const path = { integration_token: integration.token };
  const mayWrite = useHasRole('Integration Owner');
  const { data, error } = useGet('/v2/integrations/{integration_token}/costs', { path });
  const [hidden, setHidden] = useState<string[]>([]);
  const rows = data?.user_costs_uploads.filter(({ token }) => !hidden.includes(token)) ?? [];
  const remove = ({ token, filename }: Upload) => {
    setHidden([...hidden, token]);
    deleteLater({
      message: `Deleted “${filename}” with its costs.`,
      send: (options) =>
        api.delete('/v2/integrations/{integration_token}/costs/{user_costs_upload_token}', {
          path: { ...path, user_costs_upload_token: token },
          ...options,
        }),
      refresh,
      restore: () => setHidden((now) => now.filter((each) => each !== token)),
    });
  };
  return (
    <Stack gap="md">
      {mayWrite && <UploadDrop integration={integration} />}
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {data && rows.length === 0 && (
        <EmptyState
          title="There are no uploads yet"
          text="Upload a CSV file in the FOCUS format, with at least the columns ChargePeriodStart, ChargeCategory, BilledCost and ServiceName."
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

function UploadDrop({ integration }: { integration: Integration }) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const upload = async (file: File) => {
    const body = new FormData();
    body.set('csv', file);
    setBusy(true);
    setError(undefined);
    try {
      await api.post('/v2/integrations/{integration_token}/costs.csv', {
        path: { integration_token: integration.token },
        body,
      });
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
        onFile={(file) => void upload(file)}
      />
      {error !== undefined && <ErrorNote error={error} />}
    </>
  );
}
