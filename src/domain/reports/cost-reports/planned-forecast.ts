import { setImmediate } from 'node:timers/promises';
import {
  type MetricByDay,
  type MetricValue,
  costPerUnit,
  metricByDay,
  type DayAmount,
  type Period,
  type Scenario,
  PlanDecimal,
  applyScenarios,
  roundDay,
  scaleToTotal,
} from '../forecast/index.js';
import { addDays } from '../../../platform/lib/days.js';
import { type Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import type { Baseline, ForecastSeries } from './baseline.js';

/** Planned changes to a baseline. */
export interface Plan {
  /** The planned forecast, or the scenario model alone. */
  token: string;
  title: string;
  scenarios: PlannedScenario[];
  /** Values of the business metric that drives the costs. */
  metric: { past: MetricByDay; forecasted: MetricByDay } | undefined;
}

interface PlannedScenario extends Scenario {
  token: string;
  title: string;
}

/** Which forecast of a report is meant: its default, its baseline, a planned one, or one scenario model. */
export type ForecastChoice = 'default' | 'baseline' | { forecast: string } | { model: string };

/** Reads the plan behind a forecast of a report; undefined if that is the baseline. */
export async function readPlan(
  db: Db,
  report: string,
  choice: ForecastChoice = 'default',
): Promise<Plan | undefined> {
  if (choice === 'baseline') return undefined;
  if (choice !== 'default' && 'model' in choice) return readModel(db, choice.model);
  const forecast = await db
    .selectFrom('report_forecasts')
    .select(['token', 'title', 'business_metric_token'])
    .where('cost_report_token', '=', report)
    .where((eb) =>
      choice === 'default' ? eb('is_default', '=', true) : eb('token', '=', choice.forecast),
    )
    .executeTakeFirst();
  if (!forecast) return undefined;
  const models = await db
    .selectFrom('report_forecast_models as link')
    .innerJoin('scenario_models as model', 'model.token', 'link.scenario_model_token')
    .select(['model.token', 'model.title', 'model.provider', 'model.service', 'model.periods'])
    .where('link.report_forecast_token', '=', forecast.token)
    .orderBy('model.priority', (order) => order.asc().nullsLast())
    .orderBy('model.created_at')
    .orderBy('model.id')
    .execute();
  const metric = forecast.business_metric_token;
  const { token, title } = forecast;
  return {
    token,
    title,
    scenarios: models.map(toScenario),
    metric: metric === null ? undefined : await readMetric(db, metric),
  };
}

/** A plan of one scenario model. */
async function readModel(db: Db, token: string): Promise<Plan | undefined> {
  const model = await db
    .selectFrom('scenario_models')
    .select(['token', 'title', 'provider', 'service', 'periods'])
    .where('token', '=', token)
    .executeTakeFirst();
  return model && { token, title: model.title, scenarios: [toScenario(model)], metric: undefined };
}

const toScenario = (
  model: Omit<PlannedScenario, 'periods'> & { periods: unknown },
): PlannedScenario => ({ ...model, periods: model.periods as Period[] });

async function readMetric(db: Db, token: string): Promise<Plan['metric']> {
  const rows = await db
    .selectFrom('business_metric_values')
    .select(['forecasted', 'at', 'amount'])
    .where('business_metric_token', '=', token)
    .orderBy('at')
    .execute();
  const valuesOf = (forecasted: boolean): MetricValue[] =>
    rows
      .filter((row) => row.forecasted === forecasted)
      .map(({ at, amount }) => ({ day: formatDate(at), amount }));
  return { past: metricByDay(valuesOf(false)), forecasted: metricByDay(valuesOf(true)) };
}

/** A year of many services is slow to compute; the loop yields to other requests after this time. */
const maxBusyMilliseconds = 25;

/** Applies a plan to a baseline: first the business metric that drives it, then the scenarios. */
export async function applyPlan(baseline: Baseline, plan: Plan): Promise<ForecastSeries[]> {
  const services = baseline.series.filter((series) => !series.is_total);
  const unitCost =
    plan.metric && costPerUnit(baseline.dailyCosts, baseline.lastCompleteDay, plan.metric.past);
  const planned = new Map<string, ForecastSeries>();
  let started = performance.now();
  for (let day = 0; day < baseline.days; day += 1) {
    const date = addDays(baseline.start, day);
    const units = plan.metric?.forecasted(date);
    const amounts = services.map(({ provider, service, amounts: texts }) => ({
      provider,
      service,
      amount: new PlanDecimal(texts[day]!),
    }));
    const driven = unitCost && units ? scaleToTotal(amounts, unitCost.times(units)) : amounts;
    const changed = roundDay(applyScenarios(driven, plan.scenarios, date));
    for (const { provider, service, is_total, amount } of withTotals(changed)) {
      const key = `${is_total} ${provider} ${service}`;
      if (!planned.has(key)) {
        const zeros = Array<string>(baseline.days).fill('0.0');
        planned.set(key, { provider, service, is_total, amounts: zeros });
      }
      planned.get(key)!.amounts[day] = formatDecimal(amount.toFixed());
    }
    if (performance.now() - started < maxBusyMilliseconds) continue;
    await setImmediate();
    started = performance.now();
  }
  return [...planned.values()].toSorted(bySeries);
}

/** The amounts of a day with the grand total and the total of each provider. */
function withTotals(amounts: readonly DayAmount[]): (DayAmount & { is_total: boolean })[] {
  const sums = new Map<string, Decimal>();
  for (const { provider, amount } of amounts) {
    sums.set('all', (sums.get('all') ?? new PlanDecimal(0)).plus(amount));
    // A scenario without a provider that applies to no service adds to the grand total only.
    if (provider !== 'all')
      sums.set(provider, (sums.get(provider) ?? new PlanDecimal(0)).plus(amount));
  }
  return [
    ...[...sums].map(([provider, amount]) => ({
      provider,
      service: 'all',
      amount,
      is_total: true,
    })),
    ...amounts
      .filter(({ provider }) => provider !== 'all')
      .map((each) => ({ ...each, is_total: false })),
  ];
}

type SeriesName = Pick<ForecastSeries, 'provider' | 'service' | 'is_total'>;

function bySeries(a: SeriesName, b: SeriesName): number {
  const rank = ({ provider, service, is_total }: SeriesName) =>
    `${is_total ? 0 : 1}${provider === 'all' ? 0 : 1}${provider}\0${service}`;
  return rank(a) < rank(b) ? -1 : 1;
}
