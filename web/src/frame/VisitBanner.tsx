import { Button, Group, Text } from '@mantine/core';
import { currentVisit, endVisit } from '../api/visit.js';
import { formatMoment } from '../lib/dates.js';

/** Says above every page that it is another account's, and leads back. */
export function VisitBanner() {
  const visit = currentVisit();
  if (!visit) return null;
  return (
    <Group
      className="visit-banner"
      component="section"
      aria-label="Managed account"
      justify="space-between"
      gap="sm"
    >
      <Text size="sm">
        You are looking at the managed account <strong>{visit.name}</strong>, read-only, until{' '}
        {formatMoment(visit.expires_at)}.
      </Text>
      <Button size="xs" variant="default" onClick={endVisit}>
        Back to your account
      </Button>
    </Group>
  );
}
