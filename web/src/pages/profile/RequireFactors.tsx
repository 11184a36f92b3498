import { Switch, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { toast } from '../../parts/toasts.js';

/** Whether the organisation requires a second factor; owners decide it. */
export function RequireFactors({ isRequired }: { isRequired: boolean }) {
  const isOwner = useHasRole('Owner');
  const require = async (is_required: boolean) => {
    try {
      await api.put('/console/second_factor_rule', { body: { is_required } });
      toast(is_required ? 'A second factor is required now.' : 'A second factor is optional now.');
    } catch (failure) {
      toast(asProblem(failure).message);
    }
    await invalidate('/console/second_factors');
  };
  if (!isOwner) {
    return isRequired && <Text size="sm">Your organization requires a second factor.</Text>;
  }
  return (
    <Switch
      label="Require a second factor of everyone who logs in with a password"
      description="Users without a second factor are logged out and set one up at their next log-in."
      checked={isRequired}
      onChange={(event) => void require(event.currentTarget.checked)}
    />
  );
}
