import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { formatDay } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';

interface AnnotationDialogProps {
  report: string;
  day: string;
  onClose: () => void;
}

/** Adds a note to a day of a report. */
export function AnnotationDialog({ report, day, onClose }: AnnotationDialogProps) {
  const form = useForm({ message: '' }, async ({ message }) => {
    await api.post('/v2/annotations', { body: { report_tokens: [report], date: day, message } });
    await invalidate('/v2/annotations');
    toast('Annotation added.');
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title={`Annotation on ${formatDay(day)}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <Textarea
            label="Message"
            required
            description="Shown on the chart to everyone who can open this report."
            autosize
            minRows={3}
            data-autofocus
            {...form.text('message')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Add annotation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
