import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { invalidate } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { viewsPath } from './use-filters.js';

interface ViewDialogProps {
  heading: string;
  text?: string;
  title: string;
  save: (title: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the title of a view, and saves it. */
export function ViewDialog({ heading, text, title, save, onClose }: ViewDialogProps) {
  const form = useForm({ title }, async (values) => {
    await save(values.title);
    await invalidate(viewsPath);
    toast(`Saved “${values.title}”.`);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title={heading}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          {text && <Text size="sm">{text}</Text>}
          <TextInput label="Title" required data-autofocus {...form.text('title')} />
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
