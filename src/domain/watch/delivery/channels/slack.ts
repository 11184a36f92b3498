import type { ConfigOf } from '../channel-config.js';
import { type ChannelRequest, type Notice, type Post, below, cut } from './notice.js';
import { DeliveryFailed, parseResponse } from './post-request.js';

/** Posts a message through an incoming webhook, or as a bot to the channel of the settings. */
export async function sendToSlack(
  post: Post,
  config: ConfigOf<'slack'>,
  notice: Notice,
): Promise<void> {
  const response = await post(slackRequest(config, notice));
  if (config.settings.channel === undefined) return;
  // The API answers with status 200 also when it refuses a message.
  const { ok, error } = parseResponse<{ ok: boolean; error: string }>(response);
  if (!ok) throw new DeliveryFailed(`Slack refused the message: ${error ?? 'unknown error'}.`);
}

function slackRequest({ settings, secret }: ConfigOf<'slack'>, notice: Notice): ChannelRequest {
  const message = slackMessage(notice);
  if (settings.channel === undefined) return { url: secret, body: JSON.stringify(message) };
  return {
    url: below(settings.url, 'chat.postMessage'),
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify({
      channel: settings.channel,
      unfurl_links: false,
      metadata: { event_type: 'farthing_message', event_payload: { id: notice.token } },
      ...message,
    }),
  };
}

/** The characters that Slack reads as markup. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string) => text.replaceAll(/[&<>]/g, (character) => escapes[character]!);

/** Fields that a section can have. */
const maxFields = 10;

function slackMessage({ content: { title, summary, facts }, link }: Notice): object {
  const fields = facts.slice(0, maxFields).map(({ label, value }) => ({
    type: 'mrkdwn',
    text: `*${escape(cut(label, 200))}*\n${escape(cut(value, 300))}`,
  }));
  return {
    text: escape(cut(`${title}: ${summary}`, 500)),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, 150) } },
      { type: 'section', text: { type: 'mrkdwn', text: escape(cut(summary, 500)) } },
      ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: 'view',
            text: { type: 'plain_text', text: 'View in Farthing' },
            url: link,
          },
        ],
      },
    ],
  };
}
