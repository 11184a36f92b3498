import { Alert, Box, Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.js';
import { asProblem } from '../api/problem.js';
import { queryClient } from '../api/queries.js';
import { session } from '../api/session.js';
import type { Body } from '../api/types.js';

type Credentials = Body<'/console/session', 'post'>;

export function LogIn() {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget)) as Credentials;
    setBusy(true);
    try {
      const started = await api.post('/console/session', { body });
      queryClient.clear();
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
            <Alert color="accent">
              Your session has expired. Log in to continue where you left off.
            </Alert>
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
