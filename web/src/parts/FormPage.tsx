import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { ErrorNote } from './ErrorNote.js';
import { Icon } from './icons.js';
import { PageTitle } from './PageTitle.js';
import type { Form } from './use-form.js';

interface FormPageProps {
  title: string;
  /** The page it returns to, also once saved. */
  back: { label: string; to: string };
  form: Form;
  saveLabel?: string;
  isReadOnly?: boolean;
  /** Uses the full width of the page, for more than a column of fields. */
  isWide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A form as a page: Enter saves, errors show at their fields, leaving with unsaved changes asks. */
export function FormPage(props: FormPageProps) {
  const { title, back, form, saveLabel = 'Save', isReadOnly = false, actions, children } = props;
  const width = props.isWide ? {} : { maw: 880 };
  const navigate = useNavigate();
  useEffect(() => {
    if (form.isSaved) void navigate({ to: back.to, ignoreBlocker: true });
  }, [form.isSaved, back.to, navigate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <>
      <Anchor component={Link} to={back.to} size="sm">
        <Group gap={4} mb="xs" display="inline-flex">
          <Icon name="back" size={14} /> {back.label}
        </Group>
      </Anchor>
      <PageTitle title={title}>{actions}</PageTitle>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" {...width}>
          {form.error !== undefined && <ErrorNote error={form.error} />}
          {children}
          {!isReadOnly && (
            <Group gap="sm">
              <Button type="submit" loading={form.isSaving}>
                {saveLabel}
              </Button>
              <Button variant="default" component={Link} to={back.to}>
                Cancel
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <LeaveGuard isUnsaved={form.isChanged && !form.isSaved} />
    </>
  );
}

/** Asks before changes are lost, inside the console and when the tab closes. */
function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text size="sm" mb="md">
        Your changes on this page are not saved yet.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
