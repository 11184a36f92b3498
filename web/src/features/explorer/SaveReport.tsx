import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { type ListAnswer, changed, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type CostReport, costReportsPath } from '../cost-reports/cost-report.js';
import type { Question } from './question.js';
import { reportBody } from './report-question.js';

interface Folder {
  token: string;
  title: string;
}

interface SaveReportProps {
  question: Question;
  /** The report that was opened; the new one takes its saved filters along. */
  report: CostReport | undefined;
  onClose: () => void;
}

/** The question as a new cost report. */
export function SaveReport({ question, report, onClose }: SaveReportProps) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const { data } = useGet<ListAnswer>('/v2/folders', {
    workspace_token: workspace?.token,
    limit: 1000,
  });
  const folders = (data?.['folders'] ?? []) as Folder[];
  const start = { title: '', folder_token: report?.folder_token ?? null };
  const form = useForm<{ title: string; folder_token: string | null }>(start, async (values) => {
    const made = await api.post<CostReport>(costReportsPath, {
      ...reportBody(question),
      title: values.title,
      ...(values.folder_token
        ? { folder_token: values.folder_token }
        : { workspace_token: workspace?.token }),
      ...(report ? { saved_filter_tokens: report.saved_filter_tokens } : {}),
    });
    await changed(costReportsPath);
    toast(`Saved “${made.title}”.`);
    onClose();
    await navigate({ to: `/cost-reports/${made.token}` });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title="Save as a cost report">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
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
