import {
  Anchor,
  Button,
  CloseButton,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { costReportsPath, reportPage } from '../../features/cost-reports/cost-report.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import {
  type Attachment,
  type BusinessMetric,
  businessMetricPath,
  businessMetricsPath,
} from './business-metric.js';

const scales: { value: Attachment['unit_scale']; label: string }[] = [
  { value: 'per_unit', label: 'Per unit' },
  { value: 'per_hundred', label: 'Per 100' },
  { value: 'per_thousand', label: 'Per 1,000' },
  { value: 'per_million', label: 'Per million' },
  { value: 'per_billion', label: 'Per billion' },
];

const calculations: { value: Attachment['calculation_type']; label: string }[] = [
  { value: 'unit_cost', label: 'Unit cost' },
  { value: 'usage_unit_cost', label: 'Usage per unit' },
  { value: 'gross_margin', label: 'Gross margin' },
  { value: 'raw_business_metric', label: 'Business metric only' },
];

/** The cost reports that show the metric, and the calculation on each. */
export function Attachments({ metric, mayEdit }: { metric: BusinessMetric; mayEdit: boolean }) {
  const initial = metric.cost_report_tokens_with_metadata.map((entry): Attachment => ({
    ...entry,
    cost_report_token: entry.cost_report_token ?? '',
  }));
  const [list, setList] = useState(initial);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { options, titleOf } = useReports();
  const available = options.filter(
    ({ value }) => !list.some(({ cost_report_token: token }) => token === value),
  );
  const change = (entry: Attachment, part: Partial<Attachment>) =>
    setList(list.map((each) => (each === entry ? { ...each, ...part } : each)));
  const add = (token: string | null) => {
    if (!token) return;
    setList([
      ...list,
      { cost_report_token: token, unit_scale: 'per_unit', calculation_type: 'unit_cost' },
    ]);
  };
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await api.put(businessMetricPath, {
        path: { business_metric_token: metric.token },
        body: { cost_report_tokens_with_metadata: list },
      });
      await invalidate(businessMetricsPath, costReportsPath);
      toast(`Saved the cost reports of “${metric.title}”.`);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="reports">
      <Title order={2} id="reports">
        Cost reports
      </Title>
      {list.length === 0 && (
        <Text size="sm" c="dimmed">
          Not attached to a cost report yet. Attach one to see unit costs.
        </Text>
      )}
      {error !== undefined && <ErrorNote error={error} />}
      {list.map((entry) => (
        <Entry
          key={entry.cost_report_token}
          entry={entry}
          title={titleOf(entry.cost_report_token) ?? 'Cost report without access'}
          mayEdit={mayEdit}
          onChange={(part) => change(entry, part)}
          onRemove={() => setList(list.filter((each) => each !== entry))}
        />
      ))}
      {mayEdit && (
        <Group align="flex-end">
          <Select
            label="Attach a cost report"
            placeholder="Choose a report"
            searchable
            miw={260}
            data={available}
            value={null}
            onChange={add}
          />
          <Button
            disabled={JSON.stringify(list) === JSON.stringify(initial)}
            loading={isBusy}
            onClick={() => void save()}
          >
            Save changes
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface EntryProps {
  entry: Attachment;
  title: string;
  mayEdit: boolean;
  onChange: (part: Partial<Attachment>) => void;
  onRemove: () => void;
}

function Entry({ entry, title, mayEdit, onChange, onRemove }: EntryProps) {
  const labels = [entry.label, ...(entry.label_filter ?? [])].filter(Boolean);
  const choice = { allowDeselect: false, readOnly: !mayEdit, w: 180 };
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" justify="space-between">
        <div>
          <Anchor component={Link} to={reportPage(entry.cost_report_token)}>
            {title}
          </Anchor>
          {labels.length > 0 && (
            <Text size="xs" c="dimmed">
              Labels: {labels.join(', ')}
            </Text>
          )}
        </div>
        <Group gap="sm">
          <Select
            {...choice}
            aria-label={`Calculation for ${title}`}
            data={calculations}
            value={entry.calculation_type}
            onChange={(type) => onChange({ calculation_type: type! })}
          />
          <Select
            {...choice}
            aria-label={`Scale for ${title}`}
            data={scales}
            value={entry.unit_scale}
            onChange={(scale) => onChange({ unit_scale: scale! })}
          />
          {mayEdit && <CloseButton aria-label={`Detach ${title}`} onClick={onRemove} />}
        </Group>
      </Group>
    </Paper>
  );
}
