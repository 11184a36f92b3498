import { formatBin } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import type { Series } from '../../lib/series.js';
import type { ChartData } from './chart-data.js';
import { forecastName } from './overlays.js';

/** What ECharts passes for each series at the pointer. */
interface TooltipItem {
  name: string;
  dataIndex: number;
}

const element = (tag: string, text = ''): HTMLElement => {
  const created = document.createElement(tag);
  created.textContent = text;
  return created;
};

/** Built of DOM elements rather than HTML text: names come from bills, and the CSP forbids inline styles. */
export function tooltipElement(items: unknown, data: ChartData): HTMLElement {
  const first = (Array.isArray(items) ? items[0] : items) as TooltipItem;
  const box = element('div');
  if (data.kind === 'pie') {
    const slice = data.series.find(({ name }) => name === first.name);
    box.append(element('strong', first.name));
    if (slice) box.append(element('div', formatMoney(slice.total, data.currency)));
    return box;
  }
  const amountOf = (series: Series) => series.amounts[first.dataIndex] ?? '0';
  const total = sumOf(data.series.map(amountOf));
  box.append(
    element('strong', `${formatBin(first.name, data.bin)} · ${formatMoney(total, data.currency)}`),
  );
  const table = element('table');
  for (const series of data.series) {
    if (approximate(amountOf(series)) === 0) continue;
    table.append(
      rowOf(
        series.name,
        formatMoney(amountOf(series), data.currency),
        data.colours.get(series.name),
      ),
    );
  }
  const forecast = data.forecast?.amounts[first.dataIndex];
  if (forecast) table.append(rowOf(forecastName, formatMoney(forecast, data.currency)));
  box.append(table);
  const notes = (data.marks ?? []).filter(({ bin }) => bin === first.name);
  box.append(...notes.map(({ text }) => element('div', text)));
  return box;
}

function rowOf(name: string, amount: string, colour = ''): HTMLElement {
  const row = element('tr');
  const [key, label, figure] = [element('td'), element('td', name), element('td', amount)];
  const swatch = element('span');
  swatch.className = 'swatch';
  swatch.style.background = colour;
  key.append(swatch);
  figure.className = 'numeric';
  row.append(key, label, figure);
  return row;
}
