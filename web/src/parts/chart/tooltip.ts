import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney, formatShare } from '../../lib/money.js';
import type { ChartData } from './chart-data.js';
import { tooltipContent } from './tooltip-content.js';

/** What ECharts passes for each series at the pointer. */
interface TooltipItem {
  name: string;
  dataIndex: number;
}

const element = (tag: string, text = '', className = ''): HTMLElement => {
  const created = document.createElement(tag);
  created.textContent = text;
  created.className = className;
  return created;
};

/** Built of DOM elements rather than HTML text: names come from bills, and the CSP forbids inline styles. */
export function tooltipElement(items: unknown, data: ChartData): HTMLElement {
  const first = (Array.isArray(items) ? items[0] : items) as TooltipItem;
  return data.kind === 'pie' ? sliceElement(first.name, data) : binElement(first.dataIndex, data);
}

function sliceElement(name: string, { series, currency }: ChartData): HTMLElement {
  const box = element('div');
  box.append(element('strong', name));
  const slice = series.find((each) => each.name === name);
  if (!slice) return box;
  const whole = sumOf(series.map(({ total }) => total));
  const share = approximate(whole) > 0 ? ` · ${formatShare(slice.total, whole)}` : '';
  box.append(element('div', formatMoney(slice.total, currency) + share));
  return box;
}

function binElement(index: number, data: ChartData): HTMLElement {
  const { title, total, rows, more, overlays, notes, isIncomplete } = tooltipContent(data, index);
  const box = element('div', '', 'chart-tooltip');
  const head = element('div', '', 'chart-tooltip-head');
  head.append(
    element('span', isIncomplete ? `${title} · incomplete` : title),
    element('strong', total ?? 'No costs yet'),
  );
  const table = element('table');
  const isSplit = data.series.length > 1;
  if (isSplit) table.append(...rows.map((row) => rowOf(row)));
  if (more) table.append(rowOf({ name: `${more.count} more`, amount: more.amount }));
  table.append(...overlays.map((row) => rowOf(row, 'chart-tooltip-overlay')));
  box.append(head, table, ...notes.map((text) => element('div', text, 'chart-tooltip-note')));
  return box;
}

interface Row {
  name: string;
  amount: string;
  share?: string;
  colour?: string | undefined;
}

function rowOf({ name, amount, share = '', colour }: Row, className = ''): HTMLElement {
  const row = element('tr', '', className);
  const key = element('td');
  if (colour) {
    const swatch = element('span', '', 'swatch');
    swatch.style.background = colour;
    key.append(swatch);
  }
  row.append(
    key,
    element('td', name, 'chart-tooltip-name'),
    element('td', amount, 'numeric'),
    element('td', share, 'numeric chart-tooltip-share'),
  );
  return row;
}
