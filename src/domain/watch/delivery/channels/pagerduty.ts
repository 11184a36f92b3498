import { formatTimestamp } from '../../../../platform/lib/time.js';
import type { ConfigOf } from '../channel-config.js';
import { eventKey } from './event-key.js';
import { type ChannelRequest, type Notice, cut } from './notice.js';

/** An event that triggers an incident; those with the same key belong to the same incident. */
export function pagerDutyRequest(
  { settings, secret }: ConfigOf<'pagerduty'>,
  notice: Notice,
): ChannelRequest {
  const { content, createdAt, link } = notice;
  return {
    url: settings.url,
    body: JSON.stringify({
      routing_key: secret,
      event_action: 'trigger',
      dedup_key: eventKey(notice),
      client: 'Farthing',
      client_url: link,
      links: [{ href: link, text: 'View in Farthing' }],
      payload: {
        summary: cut(`${content.title}: ${content.summary}`, 1024),
        source: 'farthing',
        severity: settings.severity,
        timestamp: formatTimestamp(createdAt),
        class: content.type,
        custom_details: Object.fromEntries(content.facts.map(({ label, value }) => [label, value])),
      },
    }),
  };
}
