import { createHmac } from 'node:crypto';
import { formatTimestamp } from '../../../../platform/lib/time.js';
import type { ConfigOf } from '../channel-config.js';
import type { ChannelRequest, Notice } from './notice.js';

/** The message as values, signed together with the time of the attempt. */
export function webhookRequest(
  { settings, secret }: ConfigOf<'webhook'>,
  { token, createdAt, now, content, link }: Notice,
): ChannelRequest {
  const body = JSON.stringify({
    id: token,
    type: content.type,
    created_at: formatTimestamp(createdAt),
    title: content.title,
    summary: content.summary,
    link,
    data: content.data,
  });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    url: settings.url,
    headers: {
      'farthing-timestamp': timestamp,
      'farthing-signature': `v1=${signWebhook(secret, timestamp, body)}`,
    },
    body,
  };
}

/** Hexadecimal HMAC-SHA256 over `<timestamp>.<body>`: receivers check it and refuse old timestamps. */
export function signWebhook(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
