import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Body, Schemas } from '../../api/types.js';

export type Channel = Schemas['Channel'];
type ChannelKind = Body<'/v2/channels', 'post'>['kind'];

export const channelsPath = '/v2/channels';
export const channelPath = '/v2/channels/{channel_token}';

/** The page of a channel. */
export const channelPage = (token: string): string => `/channels/${token}`;

const kindNames: Record<ChannelKind, string> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  jira: 'Jira',
  pagerduty: 'PagerDuty',
  alertmanager: 'Alertmanager',
  webhook: 'Webhook',
};

/** The kinds of channels, as options of a select. */
export const channelKindOptions = Object.entries(kindNames).map(([value, label]) => ({
  value,
  label,
}));

const isKind = (kind: string): kind is ChannelKind => Object.hasOwn(kindNames, kind);

/** `Microsoft Teams` */
export const channelKindName = (kind: string): string => (isKind(kind) ? kindNames[kind] : kind);

/** `#costs (Slack)` */
export const channelName = ({ name, kind }: Pick<Channel, 'name' | 'kind'>): string =>
  `${name} (${channelKindName(kind)})`;

/** The channels of the workspace. */
export function useChannels(): Channel[] {
  const workspace = useWorkspace();
  const { data } = useGet(
    channelsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  return data?.channels ?? [];
}
