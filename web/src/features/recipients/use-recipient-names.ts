import { useCurrentUser } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { channelName, channelsPath } from '../channels/channel.js';
import { useObjectNames } from '../objects/use-object-names.js';
import type { Recipients } from './recipients.js';

/** Names users, teams and channels that rules tell. Only owners read the list of users. */
export function useRecipientNames(rules: readonly Recipients[]): (token: string) => string {
  const own = useCurrentUser();
  const people = rules.flatMap(({ user_tokens, team_tokens }) => [...user_tokens, ...team_tokens]);
  const nameOf = useObjectNames(people);
  const hasChannels = rules.some(({ channel_tokens }) => channel_tokens.length > 0);
  const { data } = useGet(channelsPath, { query: { limit: 1000 } }, { enabled: hasChannels });
  return (token) => {
    if (token === own?.token) return own.name ?? own.email;
    if (!token.startsWith('chnl_')) return nameOf(token);
    const channel = data?.channels.find((each) => each.token === token);
    return channel ? channelName(channel) : 'Channel';
  };
}
