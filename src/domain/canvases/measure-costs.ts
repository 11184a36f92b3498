import type { CostFilters } from '../costs/compile-filters.js';
import { type CostSettings, toCostSettings } from '../costs/cost-settings.js';
import { parseGroupings } from '../costs/grouping-names.js';
import { prepareQuery } from '../costs/prepare-query.js';
import { type CostResult, readCosts } from '../costs/read-costs.js';
import { readSegmentTree } from '../costs/read-segment-tree.js';
import { buildSegmentRules } from '../costs/segment-rules.js';
import { Decimal } from '../../platform/lib/decimal.js';
import type { Services } from '../../platform/kernel/services.js';
import type { Db } from '../../platform/store/tables.js';
import { checkFilter } from '../vql/index.js';
import { type Measured, measuredCost } from './measured.js';
import { metricSums } from './metric-sums.js';
import { type CostSource, type Prompt, PromptError } from './prompt.js';

/** What figures are worked out from: the stores, the workspace and the day. */
export interface Costs extends Pick<Services, 'db' | 'costs'> {
  workspace: string;
  today: string;
}

/** More rows than this are not read, even where only the largest of them are shown. */
const mostRead = 100_000;

/** What `count` counts where a prompt names nothing: as `GET /costs` does. */
const usuallyCounted = ['provider', 'service', 'account_id'];

export async function measureCost(from: Costs, prompt: Prompt): Promise<Measured[]> {
  const { rows } = await ask(from, prompt, 'cost');
  return rows.map((row) => ({ ...measuredCost(row, prompt.groupings), value: row.amount }));
}

export async function measureUsage(from: Costs, prompt: Prompt): Promise<Measured[]> {
  const { rows } = await ask(from, prompt, 'usage');
  return rows.flatMap((row) => {
    const { currency: _, ...figure } = measuredCost(row, prompt.groupings);
    return row.unit ? [{ ...figure, value: row.usage ?? '0', unit: row.unit }] : [];
  });
}

export async function measureCount(from: Costs, prompt: Prompt): Promise<Measured[]> {
  if (prompt.segment) throw new PromptError('Segments cannot be counted.');
  const groupings = prompt.groupings.length > 0 ? prompt.groupings : usuallyCounted;
  const { counts = [] } = await ask(from, { ...prompt, groupings }, 'count');
  return counts.map(({ accrued_at, count }) => ({
    at: accrued_at,
    groups: [],
    value: String(count),
  }));
}

/** What one unit of a metric costs; no figure where a bin has no units. Quotients end at the 12th digit. */
export async function measureUnitCost(
  from: Costs,
  prompt: Prompt,
  metric: string,
): Promise<Measured[]> {
  const costs = await measureCost(from, prompt);
  const sums = await metricSums(from.db, metric, prompt.range, prompt.grain ?? 'range');
  return costs.flatMap((figure) => {
    const units = new Decimal(sums.get(figure.at) ?? 0);
    if (units.isZero()) return [];
    const each = new Decimal(figure.value).div(units).toDecimalPlaces(12);
    return [{ ...figure, value: each.toFixed() }];
  });
}

/** Asks as `GET /costs` does. */
async function ask(
  { workspace, today, ...stores }: Costs,
  prompt: Prompt,
  aggregateBy: CostSettings['aggregateBy'],
): Promise<CostResult> {
  const { settings, segments } = await sorting(stores.db, prompt);
  const { query } = await prepareQuery(stores, {
    workspace,
    range: prompt.range,
    filters: { ...filtersOf(prompt), segments },
    today,
    dateBin: prompt.grain ?? 'range',
    groupings: parseGroupings(prompt.groupings),
    settings: { ...settings, aggregateBy },
    order: 'asc',
    limit: mostRead + 1,
    offset: 0,
  });
  const answer = await readCosts(stores.costs, query);
  if (answer.rows.length > mostRead) {
    throw new PromptError('There are too many rows. Ask for fewer days or dimensions.');
  }
  return answer;
}

/** Costs by segment are those of the segment's report, with its settings. */
async function sorting(
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
  const named = checkFilter('costs_query', sources.map(conditionOf).join(' OR '));
  return {
    combined: named ? [named] : [],
    within: checkFilter('costs_query', filter) ?? undefined,
  };
}

function conditionOf({ provider, service }: CostSource): string {
  const ofProvider = `costs.provider = ${literal(provider)}`;
  return service ? `(${ofProvider} AND costs.service = ${literal(service)})` : ofProvider;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
