import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet } from '../../api/queries.js';

/** Says that the server sends no e-mails, and what happens to those of a form. */
export function MailServerNote({ children }: { children: ReactNode }) {
  const { data } = useGet('/console/mail_server');
  if (!data || data.is_configured) return null;
  return (
    <Alert color="yellow">
      <Text size="sm" fw={600}>
        No mail server is set
      </Text>
      <Text size="sm">{children}</Text>
    </Alert>
  );
}
