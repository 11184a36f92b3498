import { Badge } from '@mantine/core';
import { type Integration, statusLabel } from '../../features/integrations/integration.js';

/** The words say it; the colour only helps to find it. */
export function Status({ integration }: { integration: Integration }) {
  const isBad = ['error', 'disconnected'].includes(integration.status);
  return (
    <Badge
      variant="outline"
      tt="none"
      color={isBad ? 'red.9' : 'gray'}
      c="var(--mantine-color-text)"
    >
      {statusLabel(integration)}
    </Badge>
  );
}
