import { Anchor, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/who.js';
import { formatMoment } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { type CostReport, hasOtherFilters } from '../cost-reports/cost-report.js';
import { eitherProvider } from '../costs/filter/print-filter.js';
import { useProviders } from '../costs/use-costs.js';
import type { Question } from './question.js';

interface DataExport {
  token: string;
  status: string;
  manifest: { files: string[]; valid_until: string | null };
  attributes: { error?: string };
}

interface ExportCostsProps {
  question: Question;
  report: CostReport | undefined;
  onClose: () => void;
}

const pollMs = 1000;
const isOver = (made?: DataExport) => made?.status === 'completed' || made?.status === 'failed';

/** What is shown, as CSV files to fetch. */
export function ExportCosts({ question, report, onClose }: ExportCostsProps) {
  const workspace = useWorkspace()?.token;
  const providers = useProviders()?.map(({ key }) => key) ?? [];
  const [schema, setSchema] = useState('vntg');
  const [asked, setAsked] = useState<DataExport>();
  const [error, setError] = useState<unknown>();
  const { data = asked } = useQuery({
    queryKey: ['/v2/data_exports', asked?.token],
    queryFn: ({ signal }) => api.get<DataExport>(`/v2/data_exports/${asked!.token}`, {}, signal),
    enabled: asked !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pollMs),
  });
  const start = async () => {
    try {
      setAsked(
        await api.post<DataExport>('/v2/costs/data_exports', {
          ...bodyOf(question, report, providers),
          workspace_token: workspace,
          schema,
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
            data={[
              { value: 'vntg', label: 'As shown here' },
              { value: 'focus', label: 'FOCUS' },
            ]}
            value={schema}
            onChange={(next) => setSchema(next ?? 'vntg')}
          />
        )}
        <div role="status">
          {data && !isOver(data) && <Text size="sm">The files are being written…</Text>}
          {data?.status === 'failed' && <Text size="sm">{data.attributes.error}</Text>}
          {data?.status === 'completed' && <Files made={data} />}
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

function Files({ made: { manifest } }: { made: DataExport }) {
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
          The links work until {formatMoment(manifest.valid_until)}.
        </Text>
      )}
    </>
  );
}

function bodyOf(
  { filter, ...question }: Question,
  report: CostReport | undefined,
  providers: readonly string[],
) {
  const isReport = report && (filter === (report.filter ?? '') || hasOtherFilters(report));
  const isNarrowed = filter !== (report?.filter ?? '');
  return {
    ...(isReport ? { cost_report_token: report.token } : {}),
    ...(isReport && !isNarrowed ? {} : { filter: filter || eitherProvider(providers) }),
    start_date: question.start,
    end_date: question.end,
    date_bin: question.bin === 'cumulative' ? 'day' : question.bin,
    ...(question.groupings.length > 0 ? { groupings: question.groupings } : {}),
    settings: { ...question.settings, aggregate_by: question.measure },
  };
}
