import {
  type CostFilters,
  type CostSettings,
  toCostSettings,
  parseGroupings,
  prepareQuery,
  type CostResult,
  readCosts,
  readSegmentTree,
  buildSegmentRules,
} from '../../costs/query/index.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { checkFilter, quote } from '../../costs/vql/index.js';
import { type DataPoint, costPoint } from './data-point.js';
import { type Prompt, PromptError, type PromptSource } from './prompt.js';
import { readMetricSums } from './read-metric-sums.js';

/** What a table is computed from. */
export interface TableContext extends Pick<Services, 'db' | 'costs'> {
  workspace: string;
  today: string;
}

/** Limit on rows read, even where only the top groups are kept. */
const maxRowsRead = 100_000;

/** What `count` counts by default, as in `GET /costs`. */
const defaultCountGroupings = ['provider', 'service', 'account_id'];

/** Costs by date and group. */
export async function readCostPoints(context: TableContext, prompt: Prompt): Promise<DataPoint[]> {
  const { rows } = await queryCosts(context, prompt, 'cost');
  return rows.map((row) => ({ ...costPoint(row, prompt.groupings), value: row.amount }));
}

/** Usage by date, group and unit; rows without a unit are left out. */
export async function readUsagePoints(context: TableContext, prompt: Prompt): Promise<DataPoint[]> {
  const { rows } = await queryCosts(context, prompt, 'usage');
  return rows.flatMap((row) => {
    const { currency: _, ...point } = costPoint(row, prompt.groupings);
    return row.unit ? [{ ...point, value: row.usage ?? '0', unit: row.unit }] : [];
  });
}

/** Number of distinct groups by date. */
export async function readCountPoints(context: TableContext, prompt: Prompt): Promise<DataPoint[]> {
  if (prompt.segment) throw new PromptError('Segments cannot be counted.');
  const groupings = prompt.groupings.length > 0 ? prompt.groupings : defaultCountGroupings;
  const { counts = [] } = await queryCosts(context, { ...prompt, groupings }, 'count');
  return counts.map(({ accrued_at, count }) => ({
    date: accrued_at,
    groups: [],
    value: String(count),
  }));
}

/** Cost per unit of a metric, rounded to 12 decimal places; dates without units are left out. */
export async function readUnitCostPoints(
  context: TableContext,
  prompt: Prompt,
  metricToken: string,
): Promise<DataPoint[]> {
  const costs = await readCostPoints(context, prompt);
  const bin = prompt.granularity ?? 'range';
  const sums = await readMetricSums(context.db, metricToken, prompt.range, bin);
  return costs.flatMap((point) => {
    const units = new Decimal(sums.get(point.date) ?? 0);
    if (units.isZero()) return [];
    const unitCost = new Decimal(point.value).div(units).toDecimalPlaces(12);
    return [{ ...point, value: unitCost.toFixed() }];
  });
}

/** Runs the same query as `GET /costs`. */
async function queryCosts(
  { workspace, today, ...stores }: TableContext,
  prompt: Prompt,
  aggregateBy: CostSettings['aggregateBy'],
): Promise<CostResult> {
  const { settings, segments } = await segmentQuery(stores.db, prompt);
  const { query } = await prepareQuery(stores, {
    workspace,
    range: prompt.range,
    filters: { ...filtersOf(prompt), segments },
    today,
    dateBin: prompt.granularity ?? 'range',
    groupings: parseGroupings(prompt.groupings),
    settings: { ...settings, aggregateBy },
    order: 'asc',
    limit: maxRowsRead + 1,
    offset: 0,
  });
  const answer = await readCosts(stores.costs, query);
  if (answer.rows.length > maxRowsRead) {
    throw new PromptError('There are too many rows. Use a shorter date range or fewer dimensions.');
  }
  return answer;
}

/** Costs by segment are those of the segment's cost report, with its settings. */
async function segmentQuery(
  db: Db,
  { segment }: Prompt,
): Promise<{ settings: CostSettings; segments?: CostFilters['segments'] }> {
  if (!segment) return { settings: toCostSettings({}) };
  const { settings } = await db
    .selectFrom('cost_reports')
    .select('settings')
    .where('segment_token', '=', segment.token)
    .executeTakeFirstOrThrow();
  const tree = await readSegmentTree(db, segment.token);
  return {
    settings: toCostSettings(settings),
    segments: buildSegmentRules(tree, segment.token, settings['unallocated'] === true),
  };
}

function filtersOf({ sources, filter }: Prompt): CostFilters {
  const sourceFilter = checkFilter('costs_query', sources.map(conditionOf).join(' OR '));
  return {
    combined: sourceFilter ? [sourceFilter] : [],
    within: checkFilter('costs_query', filter) ?? undefined,
  };
}

function conditionOf({ provider, service }: PromptSource): string {
  const ofProvider = `costs.provider = ${quote(provider)}`;
  return service ? `(${ofProvider} AND costs.service = ${quote(service)})` : ofProvider;
}
