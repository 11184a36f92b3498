import { drawChart } from './draw-chart.js';
import { type MailTheme, mailColors } from './mail-colors.js';
import { chartIdOf, renderHtml } from './mail-html.js';
import type { MessageContent, MessageTable } from './message.js';

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  images: { id: string; name: string; png: Buffer }[];
}

/** A message as the subject, text, HTML and pictures of an e-mail. */
export function renderMail(content: MessageContent, link: string): RenderedMail {
  return {
    // A line break would end the header.
    subject: content.title.replaceAll(/\s+/g, ' '),
    text: renderText(content, link),
    html: renderHtml(content, link),
    images: content.chart
      ? (Object.keys(mailColors) as MailTheme[]).map((theme) => ({
          id: chartIdOf(theme),
          name: `chart-${theme}.png`,
          png: drawChart(content.chart!, theme),
        }))
      : [],
  };
}

function renderText(content: MessageContent, link: string): string {
  const { summary, facts, notes = [], table, mailList } = content;
  const paragraphs = [
    [summary],
    facts.map(({ label, value }) => `${label}: ${value}`),
    table ? renderTable(table) : [],
    notes,
    mailList ? [mailList.title, ...renderTable(mailList.table)] : [],
    [`View: ${link}`],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Columns as wide as their longest value; numbers end at the right. */
function renderTable({ columns, rows }: MessageTable): string[] {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((value, column) =>
        column === 0 ? value.padEnd(widths[column]!) : value.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
