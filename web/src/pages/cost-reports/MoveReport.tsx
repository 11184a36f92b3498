import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { type CostReport, costReportsPath } from '../../features/cost-reports/cost-report.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type Folder, folderOptions } from './folder.js';

interface MoveReportProps {
  report: CostReport;
  folders: readonly Folder[];
  onClose: () => void;
}

/** Changes the title and folder of a report. */
export function MoveReport({ report, folders, onClose }: MoveReportProps) {
  const initial = { title: report.title, folder_token: report.folder_token ?? '' };
  const form = useForm(initial, async (values) => {
    await api.put('/v2/cost_reports/{cost_report_token}', {
      path: { cost_report_token: report.token },
      body: values,
    });
    await invalidate(costReportsPath);
    toast(`Saved “${values.title}”.`);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title="Rename or move">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput label="Title" required data-autofocus {...form.text('title')} />
          <Select
            label="Folder"
            clearable
            placeholder="None"
            data={folderOptions(folders)}
            value={form.values.folder_token || null}
            onChange={(folder) => form.set('folder_token', folder ?? '')}
            error={form.errorOf('folder_token')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={form.isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
