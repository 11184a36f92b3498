import { Alert, Box, Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.js';
import { asProblem } from '../api/problem.js';
import { session } from '../api/session.js';

type Fields = Record<'name' | 'password', string>;

/** Sets the password for an invitation or a password reset, and logs in. */
export function SetPassword() {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ticket = new URLSearchParams(window.location.search).get('ticket') ?? '';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.currentTarget)) as Fields;
    setBusy(true);
    try {
      const started = await api.post('/console/password', {
        body: { ticket, password, ...(name.trim() ? { name: name.trim() } : {}) },
      });
      session.start(started);
      window.location.replace('/');
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
          <Title order={1}>Welcome to Farthing</Title>
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <TextInput name="name" label="Your name" autoComplete="name" autoFocus />
          <PasswordInput
            name="password"
            label="New password"
            description="At least 12 characters."
            autoComplete="new-password"
            required
          />
          <Button type="submit" loading={isBusy}>
            Set password and log in
          </Button>
        </Stack>
      </Paper>
    </Box>
  );
}
