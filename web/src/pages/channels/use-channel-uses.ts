import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Channel } from '../../features/channels/channel.js';

interface Rule {
  channel_tokens?: string[];
  recipient_channels?: string[];
  slack_channels?: string[];
  teams_channels?: string[];
}

/** Says which rules of the workspace send to a channel, by token or by the name of a chat channel. */
export function useChannelUses(): (channel: Channel) => string[] {
  const workspace = useWorkspace();
  const query = { workspace_token: workspace?.token, limit: 1000 };
  const options = { enabled: workspace !== undefined };
  const budgetAlerts = useGet('/v2/budget_alerts', { query }, options).data?.budget_alerts;
  const costAlerts = useGet('/v2/cost_alerts', { query }, options).data?.cost_alerts;
  const dashboards = useGet('/v2/dashboard_notifications', { query }, options).data;
  const reports = useGet('/v2/report_notifications', { query }, options).data;
  const anomalies = useGet('/v2/anomaly_notifications', { query }, options).data;
  const lists: [one: string, rules: readonly Rule[]][] = [
    ['budget alert', budgetAlerts ?? []],
    ['cost alert', costAlerts ?? []],
    ['dashboard notification', dashboards?.dashboard_notifications ?? []],
    ['report notification', reports?.report_notifications ?? []],
    ['anomaly notification', anomalies?.anomaly_notifications ?? []],
  ];
  return (channel) =>
    lists.flatMap(([one, rules]) => {
      const { length } = rules.filter((rule) => sendsTo(rule, channel));
      if (length === 0) return [];
      return [length === 1 ? `1 ${one}` : `${length} ${one}s`];
    });
}

function sendsTo(rule: Rule, { token, name, kind, settings }: Channel): boolean {
  if (rule.channel_tokens?.includes(token)) return true;
  if (kind !== 'slack' && kind !== 'teams') return false;
  const own = new Set([name, settings.channel ?? name].map(plain));
  const named = kind === 'slack' ? rule.slack_channels : rule.teams_channels;
  return [...(rule.recipient_channels ?? []), ...(named ?? [])].some((each) =>
    own.has(plain(each)),
  );
}

/** Names of chat channels are equal with and without "#", in any case. */
const plain = (name: string): string => name.replace(/^#+/, '').toLowerCase();
