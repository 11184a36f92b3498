import { useCurrentUser } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useObjectNames } from '../objects/use-object-names.js';
import type { BudgetAlert } from './budget.js';

/** Names users, teams and channels that alerts tell. Only owners read the list of users. */
export function useRecipientNames(alerts: readonly BudgetAlert[]): (token: string) => string {
  const own = useCurrentUser();
  const people = alerts.flatMap(({ user_tokens, team_tokens }) => [...user_tokens, ...team_tokens]);
  const nameOf = useObjectNames(people);
  const hasChannels = alerts.some(({ channel_tokens }) => channel_tokens.length > 0);
  const { data } = useGet('/v2/channels', { query: { limit: 1000 } }, { enabled: hasChannels });
  return (token) => {
    if (token === own?.token) return own.name ?? own.email;
    if (!token.startsWith('chnl_')) return nameOf(token);
    const channel = data?.channels.find((each) => each.token === token);
    return channel ? `${channel.name} (${channel.kind})` : 'Channel';
  };
}
