import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { session } from '../api/session.js';
import { BackLink } from './BackLink.js';
import { ErrorNote } from './ErrorNote.js';
import { PageTitle } from './PageTitle.js';
import type { Form } from './use-form.js';

interface FormPageProps {
  title: string;
  /** The page to return to, also after saving; a new object is opened instead. */
  back: { label: string; to: string };
  form: Form;
  saveLabel?: string;
  isReadOnly?: boolean;
  /** Uses the full width, for forms with more than one column of fields. */
  isWide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A form as a page: Enter saves, errors show at their fields, leaving with unsaved changes needs confirmation. */
export function FormPage(props: FormPageProps) {
  const { title, back, form, saveLabel = 'Save', isReadOnly = false, actions, children } = props;
  const width = props.isWide ? {} : { maw: 880 };
  const navigate = useNavigate();
  useEffect(() => {
    if (form.isSaved) void navigate({ href: form.savedTo ?? back.to, ignoreBlocker: true });
  }, [form.isSaved, form.savedTo, back.to, navigate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <>
      <BackLink to={back.to} label={back.label} />
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

/** Confirms leaving with unsaved changes, inside the console and when the tab closes. */
function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved && !session.isReplaced(),
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Discard unsaved changes?">
      <Text size="sm" mb="md">
        Changes on this page have not been saved.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => proceed?.()}>
          Discard changes
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          Keep editing
        </Button>
      </Group>
    </Modal>
  );
}
