import { formatDecimal } from '../../platform/lib/decimal.js';
import {
  type Costs,
  measureCost,
  measureCount,
  measureUnitCost,
  measureUsage,
} from './measure-costs.js';
import { largest, type Measured } from './measured.js';
import { metricSums } from './metric-sums.js';
import { type Prompt, PromptError } from './prompt.js';

/** A table as canvases keep it; decimals are texts. */
export interface CanvasTable {
  columns: { key: string; label: string; type: 'string' | 'date' | 'decimal' }[];
  rows: (string | null)[][];
}

type Column = CanvasTable['columns'][number];

const mostRows = 5000;

/** Works out the table that a prompt asks for. */
export async function makeTable(from: Costs, prompt: Prompt): Promise<CanvasTable> {
  const found = await measure(from, prompt);
  const figures = prompt.top === null ? found : largest(found, prompt.top);
  if (figures.length > mostRows) {
    throw new PromptError(
      `The table has more than ${mostRows} rows. Ask for fewer days or dimensions, or for the top 10.`,
    );
  }
  const byCurrency = new Set(figures.map(({ currency }) => currency)).size > 1;
  const { groupings, grain, measure: of } = prompt;
  return {
    columns: [
      ...(grain ? [{ key: 'date', label: 'Date', type: 'date' as const }] : []),
      ...(of.kind === 'count' ? [] : groupings.flatMap(groupColumns)),
      valueColumn(of),
      ...(of.kind === 'usage' ? [textColumn('unit', 'Unit')] : []),
      ...(byCurrency ? [textColumn('currency', 'Currency')] : []),
    ],
    rows: figures.map(({ at, groups, value, unit, currency }) => [
      ...(grain ? [at] : []),
      ...groups,
      formatDecimal(value),
      ...(of.kind === 'usage' ? [unit ?? null] : []),
      ...(byCurrency ? [currency ?? null] : []),
    ]),
  };
}

function measure(from: Costs, prompt: Prompt): Promise<Measured[]> {
  const { measure: of } = prompt;
  switch (of.kind) {
    case 'cost':
      return measureCost(from, prompt);
    case 'usage':
      return measureUsage(from, prompt);
    case 'count':
      return measureCount(from, prompt);
    case 'unit cost':
      return measureUnitCost(from, prompt, of.metric.token);
    case 'business metric':
      return measureMetric(from, prompt, of.metric.token);
  }
}

async function measureMetric(
  { db }: Costs,
  { groupings, sources, filter, range, grain }: Prompt,
  metric: string,
): Promise<Measured[]> {
  if (groupings.length > 0 || sources.length > 0 || filter !== null) {
    throw new PromptError('Only costs have dimensions, providers and filters; a metric has none.');
  }
  const sums = await metricSums(db, metric, range, grain ?? 'range');
  return [...sums].map(([at, value]) => ({ at, value, groups: [] }));
}

const textColumn = (key: string, label: string): Column => ({ key, label, type: 'string' });

const labels: Readonly<Record<string, string>> = {
  account_id: 'Account',
  billing_account_id: 'Billing account',
  resource_id: 'Resource',
  cost_category: 'Category',
  cost_subcategory: 'Subcategory',
  charge_type: 'Charge type',
};

function groupColumns(name: string): Column[] {
  if (name.startsWith('tag:')) return [textColumn(name, name.slice('tag:'.length))];
  const column = textColumn(name, labels[name] ?? capitalised(name));
  return name === 'resource_id' ? [column, textColumn('resource_name', 'Resource name')] : [column];
}

function valueColumn(of: Prompt['measure']): Column {
  const key = of.kind.replace(' ', '_');
  const label = 'metric' in of ? labelOf(of.kind, of.metric.name) : capitalised(of.kind);
  return { key, label, type: 'decimal' };
}

const labelOf = (kind: string, title: string) =>
  kind === 'unit cost' ? `Unit cost of ${title}` : title;

const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1);
