import { PasswordInput, TextInput } from '@mantine/core';

interface LogInFieldsProps {
  /** Filled in if it is already known. */
  email?: string | undefined;
  /** The identity provider asks for the password. */
  isPasswordless?: boolean;
}

/** Email address and password. */
export function LogInFields({ email, isPasswordless = false }: LogInFieldsProps) {
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
      {!isPasswordless && (
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          autoFocus={isKnown}
          data-autofocus={isKnown ? true : undefined}
        />
      )}
    </>
  );
}
