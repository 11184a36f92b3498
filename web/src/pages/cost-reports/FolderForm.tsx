import { Button, Group, Modal, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { invalidate } from '../../api/queries.js';
import { api as typedApi } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import { costReportsPath } from '../../features/cost-reports/cost-report.js';
import { deleteLater } from '../../parts/delete-later.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type Folder, foldersPath, inOrder, pathOf } from './folder.js';

interface FolderFormProps {
  /** Absent for a new one. */
  folder: Folder | undefined;
  folders: readonly Folder[];
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  title: string;
  parent_folder_token: string;
  saved_filter_tokens: string[];
}

export function FolderForm({ folder, folders, onClose }: FolderFormProps) {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>('/v2/saved_filters', {
    workspace_token: workspace?.token,
    limit: 1000,
  });
  const filters = (data?.['saved_filters'] ?? []) as { token: string; title: string }[];
  const start: Values = {
    title: folder?.title ?? '',
    parent_folder_token: folder?.parent_folder_token ?? '',
    saved_filter_tokens: folder?.saved_filter_tokens ?? [],
  };
  const form = useForm(start, async (values) => {
    if (folder) await api.put(`${foldersPath}/${folder.token}`, values);
    else await api.post(foldersPath, { ...values, workspace_token: workspace?.token });
    await invalidate(foldersPath, costReportsPath, '/v2/costs');
    toast(`Saved “${values.title}”.`);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const remove = () => {
    deleteLater({
      message: `Deleted the folder “${folder!.title}”; what lay in it moves up.`,
      send: (options) =>
        typedApi.delete('/v2/folders/{folder_token}', {
          path: { folder_token: folder!.token },
          ...options,
        }),
      refresh: [foldersPath, costReportsPath],
      restore: () => undefined,
    });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={folder ? 'Edit the folder' : 'New folder'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput label="Title" required data-autofocus {...form.text('title')} />
          <Select
            label="Inside"
            clearable
            placeholder="No other folder"
            data={inOrder(folders)
              .filter(({ token }) => token !== folder?.token)
              .map(({ token }) => ({ value: token, label: pathOf(token, folders) }))}
            value={form.values.parent_folder_token || null}
            onChange={(parent) => form.set('parent_folder_token', parent ?? '')}
            error={form.errorOf('parent_folder_token')}
          />
          <MultiSelect
            label="Saved filters"
            description="Every cost report inside applies them."
            data={filters.map(({ token, title }) => ({ value: token, label: title }))}
            value={form.values.saved_filter_tokens}
            onChange={(tokens) => form.set('saved_filter_tokens', tokens)}
            error={form.errorOf('saved_filter_tokens')}
          />
          <Group justify="space-between">
            {folder ? (
              <Button variant="default" onClick={remove}>
                Delete
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" loading={form.isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
