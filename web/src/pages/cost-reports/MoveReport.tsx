import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { type CostReport, costReportsPath } from '../../features/cost-reports/cost-report.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type Folder, inOrder, pathOf } from './folder.js';

interface MoveReportProps {
  report: CostReport;
  folders: readonly Folder[];
  onClose: () => void;
}

/** Another title, another folder. */
export function MoveReport({ report, folders, onClose }: MoveReportProps) {
  const start = { title: report.title, folder_token: report.folder_token ?? '' };
  const form = useForm(start, async (values) => {
    await api.put(`${costReportsPath}/${report.token}`, values);
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
            data={inOrder(folders).map(({ token }) => ({
              value: token,
              label: pathOf(token, folders),
            }))}
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
