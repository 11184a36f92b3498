import type { ConfigOf } from '../channel-config.js';
import { type Notice, type Post, below, cut } from './notice.js';
import { parseResponse } from './post-request.js';

/**
 * Creates an issue, unless an earlier attempt has created it and could not record that: issues carry the
 * token of their message as a label.
 */
export async function sendToJira(
  post: Post,
  { settings, secret }: ConfigOf<'jira'>,
  notice: Notice,
): Promise<void> {
  const credential = Buffer.from(`${settings.email}:${secret}`).toString('base64');
  const call = (path: string, body: object) =>
    post({
      url: below(settings.url, `rest/api/3/${path}`),
      headers: { authorization: `Basic ${credential}`, accept: 'application/json' },
      body: JSON.stringify(body),
    });
  const found = await call('search/jql', {
    jql: `project = "${settings.project_key}" AND labels = "${notice.token}"`,
    maxResults: 1,
    fields: ['key'],
  });
  const { issues = [] } = parseResponse<{ issues: unknown[] }>(found);
  if (issues.length > 0) return;
  await call('issue', {
    fields: {
      project: { key: settings.project_key },
      issuetype: { name: settings.issue_type },
      // A summary is one line.
      summary: cut(notice.content.title.replaceAll(/\s+/g, ' '), 255),
      description: describeIssue(notice),
      labels: ['farthing', notice.token],
    },
  });
}

/** The message in the Atlassian Document Format. */
function describeIssue({ content: { summary, facts }, link }: Notice): object {
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
  const text = (value: string, ...marks: object[]) => ({
    type: 'text',
    text: value,
    ...(marks.length > 0 && { marks }),
  });
  const items = facts.map(({ label, value }) => ({
    type: 'listItem',
    content: [paragraph(text(`${label}: `), text(value || '–', { type: 'strong' }))],
  }));
  return {
    type: 'doc',
    version: 1,
    content: [
      paragraph(text(summary)),
      ...(items.length > 0 ? [{ type: 'bulletList', content: items }] : []),
      paragraph(text('View in Farthing', { type: 'link', attrs: { href: link } })),
    ],
  };
}
