import type { MessageChart } from './chart.js';
import { chartSize } from './draw-chart.js';
import { type MailTheme, mailColors } from './mail-colors.js';
import type { MailList, MessageContent, MessageTable } from './message.js';

// Tables, inline styles and attributes, which is what Outlook and Gmail both render. The colors of the
// dark theme are in a style sheet: clients that ignore it show the light theme.

const { light, dark } = mailColors;
const font = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!);

/** The id by which the HTML refers to the chart of a theme. */
export const chartIdOf = (theme: MailTheme) => `chart-${theme}@farthing`;

/** A message as the HTML of an e-mail. */
export function renderHtml(content: MessageContent, link: string): string {
  const { title, summary, facts, notes = [], table, chart, mailList } = content;
  const sections = [
    `<h1 class="text" style="margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600;color:${light.text}">${escape(title)}</h1>
<p class="muted" style="margin:0;color:${light.muted}">${escape(summary)}</p>`,
    renderFigures(facts.slice(0, 2)),
    renderNotes(notes),
    chart && renderChart(chart),
    table && renderTable(table),
    renderFacts(facts.slice(2)),
    mailList && renderList(mailList),
    renderButton(link),
  ];
  const rows = sections
    .filter((section) => section)
    .map((section) => `<tr><td style="padding:0 0 24px">${section}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
<style>${styleSheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(summary)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.page}" style="background:${light.page}">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.card}" style="max-width:600px;background:${light.card};border:1px solid ${light.border};border-radius:8px">
<tr><td class="inner" style="padding:28px 31px 4px;${font};font-size:15px;line-height:22px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${font};font-size:15px;line-height:22px">
${rows.join('\n')}
</table>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
<p class="muted" style="margin:16px 0 0;${font};font-size:12px;line-height:18px;color:${light.muted}">Sent by Farthing</p>
</td></tr></table>
</body>
</html>
`;
}

const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}
.card{background:${dark.card}!important;border-color:${dark.border}!important}
.text{color:${dark.text}!important}
.muted{color:${dark.muted}!important}
.line{border-color:${dark.border}!important}
.button{background:${dark.button}!important}
${barRules('dark')}
.chart-light{display:none!important}
.chart-dark{display:block!important;max-height:none!important;mso-hide:none!important}
}
@media (max-width:480px){
.inner{padding:20px 15px 0!important}
.figure{display:block!important;width:100%!important;padding-bottom:12px!important}
}`;

function barRules(theme: MailTheme): string {
  const { bars, limit } = mailColors[theme];
  return Object.entries({ ...bars, limit })
    .map(([kind, color]) => `.${kind}{background:${color}!important}`)
    .join('\n');
}

type Fact = MessageContent['facts'][number];

function renderFigures(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const cells = facts.map(
    ({ label, value }) =>
      `<td class="figure" width="50%" valign="top"><div class="muted" style="font-size:13px;line-height:18px;color:${light.muted}">${escape(label)}</div>` +
      `<div class="text" style="font-size:24px;line-height:32px;font-weight:600;color:${light.text}">${escape(value)}</div></td>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`;
}

function renderNotes(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  return `<div class="muted line" style="padding-left:12px;border-left:3px solid ${light.border};font-size:13px;line-height:20px;color:${light.muted}">${notes.map(escape).join('<br>')}</div>`;
}

/** Both themes are in the e-mail, and clients that cannot choose show the light one. */
function renderChart({ title, legend, limit }: MessageChart): string {
  const { width, height } = chartSize;
  const image = (theme: MailTheme, hidden: string) =>
    `<img class="chart-${theme}" src="cid:${chartIdOf(theme)}" width="${width}" height="${height}" alt="${escape(title)}" style="${hidden};width:100%;max-width:${width}px;height:auto;border:0">`;
  const keys = [...legend, ...(limit ? [{ kind: 'limit' as const, label: limit.label }] : [])].map(
    ({ kind, label }) =>
      `<span style="white-space:nowrap"><span class="${kind}" style="display:inline-block;width:10px;height:10px;font-size:10px;line-height:10px;background:${colorOf(kind)}">&nbsp;</span>&nbsp;${escape(label)}</span>`,
  );
  return `<div class="muted" style="padding-bottom:8px;font-size:13px;line-height:18px;color:${light.muted}">${escape(title)}</div>
${image('light', 'display:block')}
<!--[if !mso]><!-->${image('dark', 'display:none;max-height:0;mso-hide:all')}<!--<![endif]-->
<div class="muted" style="padding-top:8px;font-size:13px;line-height:20px;color:${light.muted}">${keys.join(' &emsp; ')}</div>`;
}

const colorOf = (kind: keyof typeof light.bars | 'limit') =>
  kind === 'limit' ? light.limit : light.bars[kind];

function renderTable({ columns, rows }: MessageTable): string {
  const cell = (tag: 'th' | 'td', index: number, text: string, style: string) =>
    `<${tag} class="line ${tag === 'th' ? 'muted' : 'text'}" align="${index === 0 ? 'left' : 'right'}" style="padding:8px 0 8px ${index === 0 ? 0 : 16}px;border-bottom:1px solid ${light.border};${style}">${escape(text)}</${tag}>`;
  const head = columns.map((text, index) =>
    cell(
      'th',
      index,
      text,
      `white-space:nowrap;font-size:13px;font-weight:400;color:${light.muted}`,
    ),
  );
  const body = rows.map((row) =>
    row.map((text, index) =>
      cell(
        'td',
        index,
        text,
        `${index === 0 ? 'word-break:break-word' : 'white-space:nowrap'};color:${light.text}`,
      ),
    ),
  );
  const lines = [head, ...body].map((cells) => `<tr>${cells.join('')}</tr>`);
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-size:14px;line-height:20px">${lines.join('\n')}</table>`;
}

function renderList({ title, table }: MailList): string {
  return `<h2 class="text" style="margin:0 0 4px;font-size:16px;line-height:24px;font-weight:600;color:${light.text}">${escape(title)}</h2>
${renderTable(table)}`;
}

function renderFacts(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="muted" valign="top" style="padding:3px 24px 3px 0;white-space:nowrap;color:${light.muted}">${escape(label)}</td>` +
      `<td class="text" width="100%" style="padding:3px 0;color:${light.text}">${escape(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:14px;line-height:20px">${rows.join('\n')}</table>`;
}

/** The cell has the color as well: Outlook ignores the padding of links. */
const renderButton = (link: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" bgcolor="${light.button}" style="background:${light.button};border-radius:6px;mso-padding-alt:10px 20px"><a href="${escape(link)}" style="display:inline-block;padding:10px 20px;color:#ffffff;font-weight:600;text-decoration:none">View in Farthing</a></td></tr></table>`;
