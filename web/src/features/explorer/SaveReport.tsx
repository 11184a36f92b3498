import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/current-user.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type CostReport, costReportsPath, reportPage } from '../cost-reports/cost-report.js';
import { intervalOf, rangeLabel } from '../costs/intervals.js';
import type { UseReport } from '../report-actions/CreateMenu.js';
import type { ExplorerQuery } from './explorer-query.js';
import { reportBody } from './report-query.js';

/** Why something cannot be made of a query. */
export const needsSavedReport =
  'Alerts, budgets, schedules and dashboards read the saved report, without unsaved changes.';

interface SaveReportProps {
  query: ExplorerQuery;
  /** The open report; the new one copies its saved filters. */
  report: CostReport | undefined;
  /** What the saved report is wanted for, if it is not opened. */
  then?: UseReport | undefined;
  onClose: () => void;
}

/** Saves the query as a new cost report. */
export function SaveReport({ query, report, then, onClose }: SaveReportProps) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const { data } = useGet('/v2/folders', {
    query: { workspace_token: workspace?.token, limit: 1000 },
  });
  const folders = data?.folders ?? [];
  const initial = { title: '', folder_token: report?.folder_token ?? null };
  const form = useForm(initial, async (values) => {
    const { title, folder_token } = values;
    const created = await api.post(costReportsPath, {
      body: {
        ...reportBody(query),
        title,
        ...(folder_token ? { folder_token } : { workspace_token: workspace?.token }),
        ...(report ? { saved_filter_tokens: report.saved_filter_tokens } : {}),
      },
    });
    await invalidate(costReportsPath);
    toast(`Saved “${created.title}”.`);
    onClose();
    await navigate({ to: reportPage(created.token), replace: then !== undefined });
    then?.(created);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title={then ? 'Save the report first' : 'Save as report'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {then && <Text size="sm">{needsSavedReport}</Text>}
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput label="Title" required data-autofocus {...form.text('title')} />
          <Select
            label="Folder"
            clearable
            placeholder="None"
            data={folders.map(({ token, title }) => ({ value: token, label: title }))}
            value={form.values.folder_token}
            onChange={(folder) => form.set('folder_token', folder)}
          />
          <UnsavedParts query={query} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Says what a report cannot store as it is. */
function UnsavedParts({ query: { range, compare } }: { query: ExplorerQuery }) {
  const texts = [
    ...(range && !intervalOf(range)
      ? [
          `“${rangeLabel(range)}” is saved as the dates of today, because reports have no such interval.`,
        ]
      : []),
    ...(compare === 'year' ? ['The report compares with the previous period, not the year.'] : []),
  ];
  return texts.map((text) => (
    <Text key={text} size="xs" c="dimmed">
      {text}
    </Text>
  ));
}
