import { buffer } from 'node:stream/consumers';
import { formatDay, formatDays } from '../../../platform/lib/format-days.js';
import { colors, page, Sheet } from '../../../platform/pdf/sheet.js';
import type { DashboardDocument, DocumentWidget } from './dashboard-document.js';
import { printCosts } from './print-costs.js';
import { printText } from './print-text.js';

/** The PDF file of a dashboard; the same document always gives the same bytes. */
export async function renderPdf(dashboard: DashboardDocument): Promise<Buffer> {
  const { title, workspace, day } = dashboard;
  const sheet = new Sheet({ title, author: workspace, created: new Date(`${day}T00:00:00Z`) });
  const written = buffer(sheet.doc);
  printHeader(sheet, dashboard);
  for (const widget of dashboard.widgets) printWidget(sheet, widget);
  sheet.footers([title, workspace].filter(Boolean).join(' · '));
  sheet.doc.end();
  return written;
}

function printHeader(sheet: Sheet, { title, workspace, day, range, filters }: DashboardDocument) {
  sheet.y += sheet.text(title, page.left, sheet.y, { size: 20, weight: 'semibold' }) + 4;
  const lines = [
    range ? `${formatDays(range)}, days in UTC` : 'Dates of each report, days in UTC',
    [workspace, `as of ${formatDay(day)}`].filter(Boolean).join(', '),
    ...(filters.length > 0 ? [`Narrowed by ${filters.join(', ')}`] : []),
  ];
  for (const line of lines) {
    sheet.y += sheet.text(line, page.left, sheet.y, { color: colors.muted }) + 1;
  }
  sheet.y += 14;
}

const reasons = {
  'console-only':
    'This widget is not part of PDF files. Open the dashboard in the console to see it.',
  'no-access': 'The report of this widget was deleted, or is not visible to you.',
};

function printWidget(sheet: Sheet, widget: DocumentWidget): void {
  if (widget.shows === 'text') {
    printTitle(sheet, widget.title);
    printText(sheet, widget.text);
  } else if (widget.shows === 'nothing') {
    printTitle(sheet, widget.title);
    sheet.y += sheet.text(reasons[widget.reason], page.left, sheet.y, { color: colors.muted });
  } else {
    printTitle(sheet, widget.title, 120);
    printCosts(sheet, widget.shows, widget.figures);
  }
  sheet.y += 22;
}

/** A title stays on the page of what follows it. */
function printTitle(sheet: Sheet, title: string, following = 40): void {
  if (!sheet.hasRoom(following)) sheet.newPage();
  if (title === '') return;
  sheet.y += sheet.text(title, page.left, sheet.y, { size: 12, weight: 'semibold' }) + 4;
}
