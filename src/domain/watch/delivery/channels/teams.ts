import type { ConfigOf } from '../channel-config.js';
import { type ChannelRequest, type Notice, cut } from './notice.js';

/** A message with an Adaptive Card, as a webhook of Workflows takes it. */
export function teamsRequest(
  { secret: url }: ConfigOf<'teams'>,
  { content: { title, summary, facts }, link }: Notice,
): ChannelRequest {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      text({ text: cut(title, 255), weight: 'Bolder', size: 'Large' }),
      text({ text: cut(summary, 1000) }),
      ...facts.map(({ label, value }) =>
        text({ text: `${cut(label, 200)}: ` }, { text: cut(value, 300), weight: 'Bolder' }),
      ),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'View in Farthing', url: link }],
  };
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  };
  return { url, body: JSON.stringify({ type: 'message', attachments: [attachment] }) };
}

/** Runs of plain text: other blocks read Markdown, which names of budgets may contain by chance. */
const text = (...runs: object[]) => ({
  type: 'RichTextBlock',
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
});
