import { Badge } from '@mantine/core';
import { type Integration, statusLabel } from '../../features/integrations/integration.js';

/** The status of an integration as a badge. The label carries the meaning, the colour only adds emphasis. */
export function Status({ integration }: { integration: Integration }) {
  const isFailing = ['error', 'disconnected'].includes(integration.status);
  return (
    <Badge
      variant="outline"
      tt="none"
      color={isFailing ? 'red.9' : 'gray'}
      c="var(--mantine-color-text)"
    >
      {statusLabel(integration)}
    </Badge>
  );
}
