import { formatDecimal } from '../../../platform/lib/decimal.js';
import type { CanvasTable } from './canvas.js';
import { type DataPoint, topGroups } from './data-point.js';
import { type Prompt, PromptError } from './prompt.js';
import { readMetricSums } from './read-metric-sums.js';
import {
  type TableContext,
  readCostPoints,
  readCountPoints,
  readUnitCostPoints,
  readUsagePoints,
} from './read-points.js';

type Column = CanvasTable['columns'][number];

const maxRows = 5000;

/** Computes the table that a prompt describes. */
export async function buildTable(context: TableContext, prompt: Prompt): Promise<CanvasTable> {
  const all = await readPoints(context, prompt);
  const points = prompt.top === null ? all : topGroups(all, prompt.top);
  if (points.length > maxRows) {
    throw new PromptError(
      `The table has more than ${maxRows} rows. Use a shorter date range, fewer dimensions or "top 10".`,
    );
  }
  const hasCurrencies = new Set(points.map(({ currency }) => currency)).size > 1;
  const { groupings, granularity, measure } = prompt;
  return {
    columns: [
      ...(granularity ? [{ key: 'date', label: 'Date', type: 'date' as const }] : []),
      ...(measure.kind === 'count' ? [] : groupings.flatMap(groupColumns)),
      valueColumn(measure),
      ...(measure.kind === 'usage' ? [textColumn('unit', 'Unit')] : []),
      ...(hasCurrencies ? [textColumn('currency', 'Currency')] : []),
    ],
    rows: points.map(({ date, groups, value, unit, currency }) => [
      ...(granularity ? [date] : []),
      ...groups,
      formatDecimal(value),
      ...(measure.kind === 'usage' ? [unit ?? null] : []),
      ...(hasCurrencies ? [currency ?? null] : []),
    ]),
  };
}

function readPoints(context: TableContext, prompt: Prompt): Promise<DataPoint[]> {
  const { measure } = prompt;
  switch (measure.kind) {
    case 'cost':
      return readCostPoints(context, prompt);
    case 'usage':
      return readUsagePoints(context, prompt);
    case 'count':
      return readCountPoints(context, prompt);
    case 'unit cost':
      return readUnitCostPoints(context, prompt, measure.metric.token);
    case 'business metric':
      return readMetricPoints(context, prompt, measure.metric.token);
  }
}

async function readMetricPoints(
  { db }: TableContext,
  { groupings, sources, filter, range, granularity }: Prompt,
  metricToken: string,
): Promise<DataPoint[]> {
  if (groupings.length > 0 || sources.length > 0 || filter !== null) {
    throw new PromptError('A business metric has no dimensions, providers or filters.');
  }
  const sums = await readMetricSums(db, metricToken, range, granularity ?? 'range');
  return [...sums].map(([date, value]) => ({ date, value, groups: [] }));
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

function groupColumns(grouping: string): Column[] {
  if (grouping.startsWith('tag:')) return [textColumn(grouping, grouping.slice('tag:'.length))];
  const column = textColumn(grouping, labels[grouping] ?? capitalize(grouping));
  return grouping === 'resource_id'
    ? [column, textColumn('resource_name', 'Resource name')]
    : [column];
}

function valueColumn(measure: Prompt['measure']): Column {
  const key = measure.kind.replace(' ', '_');
  const label =
    'metric' in measure ? metricLabel(measure.kind, measure.metric.name) : capitalize(measure.kind);
  return { key, label, type: 'decimal' };
}

const metricLabel = (kind: string, title: string) =>
  kind === 'unit cost' ? `Unit cost of ${title}` : title;

const capitalize = (word: string) => word[0]!.toUpperCase() + word.slice(1);
