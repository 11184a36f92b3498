import { Anchor, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { getQuery } from '../../api/queries.js';
import type { Body, Schemas } from '../../api/types.js';
import { binLabel, partsOf } from '../../lib/bin-days.js';
import { formatMoment } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { binsOf } from '../costs/bins.js';
import { allCosts } from '../costs/filter/print-filter.js';
import { apiBin, useProviders } from '../costs/use-costs.js';
import type { ExplorerQuery } from './explorer-query.js';

type DataExport = Schemas['DataExport'];

interface ExportCostsProps {
  query: ExplorerQuery;
  report: CostReport | undefined;
  onClose: () => void;
}

type ExportBody = Body<'/v2/costs/data_exports', 'post'>;
type Schema = NonNullable<ExportBody['schema']>;

const schemas: { value: Schema; label: string }[] = [
  { value: 'vntg', label: 'As in the explorer' },
  { value: 'focus', label: 'FOCUS' },
];

const pollMs = 1000;
const isFinished = (dataExport?: DataExport | 202) =>
  typeof dataExport === 'object' && ['completed', 'failed'].includes(dataExport.status);

/** Exports the costs of the query as CSV files. */
export function ExportCosts({ query, report, onClose }: ExportCostsProps) {
  const workspace = useWorkspace()?.token;
  const providers = useProviders()?.map(({ key }) => key) ?? [];
  const [schema, setSchema] = useState<Schema>('vntg');
  const [started, setStarted] = useState<DataExport>();
  const [error, setError] = useState<unknown>();
  const { data: polled } = useQuery({
    ...getQuery('/v2/data_exports/{data_export_token}', {
      path: { data_export_token: started?.token ?? '' },
    }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => (isFinished(state.data) ? false : pollMs),
  });
  // The body of an export in progress is only its status.
  const data = typeof polled === 'object' ? polled : started;
  const start = async () => {
    try {
      const body = bodyOf(query, report, providers);
      setStarted(
        await api.post('/v2/costs/data_exports', {
          body: { ...body, workspace_token: workspace, schema },
        }),
      );
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Export costs as CSV">
      <Stack gap="md">
        {error !== undefined && <ErrorNote error={error} />}
        {!data && (
          <Select
            label="Columns"
            allowDeselect={false}
            data={schemas}
            value={schema}
            onChange={(next) => setSchema(next ?? 'vntg')}
          />
        )}
        <PartsNote {...query} />
        <div role="status">
          {data && !isFinished(data) && <Text size="sm">Preparing the files…</Text>}
          {data?.status === 'failed' && <Text size="sm">{data.attributes['error'] as string}</Text>}
          {data?.status === 'completed' && <Files dataExport={data} />}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!data && <Button onClick={() => void start()}>Export</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Rows are dated by the first day of their bin, also where the range begins or ends within it. */
function PartsNote({ start, end, bin }: ExplorerQuery) {
  const range = { start, end };
  const parts = partsOf(binsOf(start, end, bin), bin, range);
  if (parts.length === 0) return null;
  const list = parts.map((at) => `those dated ${at} have ${binLabel(at, bin, range)}`).join(', ');
  return (
    <Text size="sm" c="dimmed">
      Rows are dated by the first day of their {bin}. The date range has only a part of some: {list}
      .
    </Text>
  );
}

function Files({ dataExport: { manifest } }: { dataExport: DataExport }) {
  return (
    <>
      <List size="sm">
        {manifest.files.map((link, index) => (
          <List.Item key={link}>
            <Anchor href={link} download>
              File {index + 1} of {manifest.files.length}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {manifest.valid_until && (
        <Text size="xs" c="dimmed" mt="sm">
          The links expire on {formatMoment(manifest.valid_until)}.
        </Text>
      )}
    </>
  );
}

function bodyOf(
  { filter, within, ...query }: ExplorerQuery,
  report: CostReport | undefined,
  providers: readonly string[],
): ExportBody {
  const isChanged = filter !== (report?.filter ?? '');
  return {
    ...(report
      ? {
          cost_report_token: report.token,
          ...(isChanged && { report_filter: filter }),
          ...(within && { filter: within }),
        }
      : { filter: filter || allCosts(providers) }),
    start_date: query.start,
    end_date: query.end,
    date_bin: apiBin(query.bin),
    ...(query.groupings.length > 0 ? { groupings: query.groupings } : {}),
    settings: { ...query.settings, aggregate_by: query.measure },
  };
}
