import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';

/** How to log in without knowing the password. */
export function LogInHelp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Forgot password?
      </Anchor>
      {isOpen && (
        <Stack gap="xs">
          <Text size="sm">
            Ask an owner of your account for a password link: the page Users has “Create password
            link” in the menu of each user.
          </Text>
          <Text size="sm">
            Whoever runs the server can print one with{' '}
            <Code>farthing user reset-password EMAIL</Code>.
          </Text>
          <Text size="sm">
            After the installation: the first start of the server printed the email address and
            password of the first owner to its terminal or log.
          </Text>
        </Stack>
      )}
    </>
  );
}
