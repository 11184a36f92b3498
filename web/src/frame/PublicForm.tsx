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
  children: ReactNode;
}

/** A form for users who are not logged in, alone on its page. */
export function PublicForm({ title, submitLabel, send, note, children }: PublicFormProps) {
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
    <Box component="main" mih="100dvh" p="md" pt="15vh">
      <Paper
        withBorder
        p="lg"
        maw={380}
        mx="auto"
        component="form"
        onSubmit={(event) => void submit(event)}
      >
        <Stack gap="md">
          <Title order={1}>{title}</Title>
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
        </Stack>
      </Paper>
    </Box>
  );
}
