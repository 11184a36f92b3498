import type { MessageContent } from './message.js';

/** A message as the subject, text and HTML of an e-mail. */
export function renderMail(
  { title, summary, facts }: MessageContent,
  link: string,
): { subject: string; text: string; html: string } {
  return {
    // A line break would end the header.
    subject: title.replaceAll(/\s+/g, ' '),
    text: [
      summary,
      '',
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      '',
      `View: ${link}`,
      '',
    ].join('\n'),
    html: renderHtml({ title, summary, facts }, link),
  };
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!);

const font = 'font-family:Segoe UI,Helvetica,Arial,sans-serif';

/** Tables and inline styles, which is what Outlook and Gmail both render. */
function renderHtml(
  { title, summary, facts }: Pick<MessageContent, 'title' | 'summary' | 'facts'>,
  link: string,
): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:4px 24px 4px 0">${escape(label)}</td>` +
      `<td align="right" style="padding:4px 0"><strong>${escape(value)}</strong></td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" style="max-width:100%">
<tr><td><h1 style="margin:0 0 8px;font-size:20px">${escape(title)}</h1>
<p style="margin:0 0 16px">${escape(summary)}</p>
<table role="presentation" cellpadding="0" cellspacing="0" style="font-size:15px">${rows.join('')}</table>
<p style="margin:24px 0"><a href="${escape(link)}" style="background:#0b6e4f;color:#ffffff;padding:10px 18px;text-decoration:none;border-radius:4px">View in Farthing</a></p>
</td></tr></table></body></html>
`;
}
