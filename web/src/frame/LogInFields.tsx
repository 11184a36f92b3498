import { PasswordInput, TextInput } from '@mantine/core';

/** Email address and password; an address that is already known is filled in. */
export function LogInFields({ email }: { email?: string | undefined }) {
  const isKnown = email !== undefined;
  return (
    <>
      <TextInput
        name="email"
        type="email"
        label="Email address"
        autoComplete="username"
        required
        defaultValue={email ?? ''}
        autoFocus={!isKnown}
        data-autofocus={isKnown ? undefined : true}
      />
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        autoFocus={isKnown}
        data-autofocus={isKnown ? true : undefined}
      />
    </>
  );
}
