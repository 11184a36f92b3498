import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';

/** Leads owners to what a rule has sent. */
export function MessagesLink({ rule }: { rule: string }) {
  if (!useHasRole('Owner')) return null;
  return (
    <Button variant="default" component={Link} to={`/delivery-log?rule_token=${rule}`}>
      Sent messages
    </Button>
  );
}
