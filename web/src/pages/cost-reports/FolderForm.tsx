import { Button, Group, Modal, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { costReportsPath } from '../../features/cost-reports/cost-report.js';
import { deleteLater } from '../../parts/delete-later.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type Folder, folderOptions, foldersPath } from './folder.js';

interface FolderFormProps {
  /** Undefined for a new one. */
  folder: Folder | undefined;
  folders: readonly Folder[];
  onClose: () => void;
}

/** Creates or edits a folder of cost reports. */
export function FolderForm({ folder, folders, onClose }: FolderFormProps) {
  const workspace = useWorkspace();
  const { data } = useGet('/v2/saved_filters', {
    query: { workspace_token: workspace?.token, limit: 1000 },
  });
  const filters = data?.saved_filters ?? [];
  const initial = {
    title: folder?.title ?? '',
    parent_folder_token: folder?.parent_folder_token ?? '',
    saved_filter_tokens: folder?.saved_filter_tokens ?? [],
  };
  const form = useForm(initial, async (values) => {
    if (folder) {
      const path = { folder_token: folder.token };
      await api.put('/v2/folders/{folder_token}', { path, body: values });
    } else {
      await api.post(foldersPath, { body: { ...values, workspace_token: workspace?.token } });
    }
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
      message: `Deleted the folder “${folder!.title}”. Its contents move up one level.`,
      send: (options) =>
        api.delete('/v2/folders/{folder_token}', {
          path: { folder_token: folder!.token },
          ...options,
        }),
      refresh: [foldersPath, costReportsPath],
      restore: () => undefined,
    });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={folder ? 'Edit folder' : 'New folder'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput label="Title" required data-autofocus {...form.text('title')} />
          <Select
            label="Parent folder"
            clearable
            placeholder="None"
            data={folderOptions(folders).filter(({ value }) => value !== folder?.token)}
            value={form.values.parent_folder_token || null}
            onChange={(parent) => form.set('parent_folder_token', parent ?? '')}
            error={form.errorOf('parent_folder_token')}
          />
          <MultiSelect
            label="Saved filters"
            description="Applied to every cost report in this folder."
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
