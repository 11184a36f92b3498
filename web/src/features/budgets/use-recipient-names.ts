import { useCurrentUser } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useObjectNames } from '../objects/use-object-names.js';
import type { BudgetAlert } from './budget.js';

/** Names users, teams and webhooks that alerts tell. Only owners read the list of users. */
export function useRecipientNames(alerts: readonly BudgetAlert[]): (token: string) => string {
  const own = useCurrentUser();
  const people = alerts.flatMap(({ user_tokens, team_tokens }) => [...user_tokens, ...team_tokens]);
  const nameOf = useObjectNames(people);
  const hasWebhooks = alerts.some(({ webhook_tokens }) => webhook_tokens.length > 0);
  const { data } = useGet('/v2/webhooks', { query: { limit: 1000 } }, { enabled: hasWebhooks });
  return (token) => {
    if (token === own?.token) return own.name ?? own.email;
    if (!token.startsWith('wbhk_')) return nameOf(token);
    const webhook = data?.webhooks.find((each) => each.token === token);
    return webhook ? `${webhook.name} (webhook)` : 'Webhook';
  };
}
