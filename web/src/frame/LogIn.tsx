import { Alert, Box, Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.js';
import { asProblem } from '../api/problem.js';
import { queries } from '../api/queries.js';
import { type Session, session } from '../api/session.js';

export function LogIn() {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    try {
      const started = await api.post<Session>('/console/session', given);
      queries.clear();
      session.start(started);
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
          <Title order={1}>Log in to Farthing</Title>
          {session.isExpired() && !error && (
            <Alert color="accent">Your session has ended. Log in to go on where you were.</Alert>
          )}
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <TextInput
            name="email"
            type="email"
            label="Email address"
            autoComplete="username"
            required
            autoFocus
          />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            required
          />
          <Button type="submit" loading={isBusy}>
            Log in
          </Button>
        </Stack>
      </Paper>
    </Box>
  );
}
