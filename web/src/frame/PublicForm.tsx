import { Alert, Box, Button, Paper, Stack, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { asProblem } from '../api/problem.js';

interface PublicFormProps {
  title: string;
  submitLabel: string;
  /** Sends the fields by name; its error is shown above them. */
  send: (fields: Record<string, string>) => Promise<void>;
  /** Shown above the fields until the first error. */
  note?: ReactNode;
  /** Shown below the button. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A form for users who are not logged in, alone on its page. */
export function PublicForm(props: PublicFormProps) {
  const { title, submitLabel, send, note, footer, children } = props;
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    try {
      await send(fields);
    } catch (failure) {
      setError(asProblem(failure).message);
      setBusy(false);
    }
  };
  return (
    <PublicPage title={title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {!error && note}
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          {children}
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
          {footer}
        </Stack>
      </form>
    </PublicPage>
  );
}

/** A page for users who are not logged in. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="main" mih="100dvh" p="md" pt="15vh">
      <Paper withBorder p="lg" maw={380} mx="auto">
        <Stack gap="md">
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </Box>
  );
}
