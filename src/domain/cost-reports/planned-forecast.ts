import { setImmediate } from 'node:timers/promises';
import {
  type MetricOn,
  type MetricValue,
  costOfUnit,
  metricByDay,
} from '../forecast/metric-driver.js';
import {
  type DayAmount,
  type Period,
  type Scenario,
  PlanDecimal,
  applyScenarios,
  roundDay,
  withTotal,
} from '../forecast/scenario.js';
import { addDays } from '../../platform/lib/days.js';
import { type Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { formatDate } from '../../platform/lib/time.js';
import type { Db } from '../../platform/store/tables.js';
import type { Baseline, ForecastSeries } from './baseline.js';

/** What people plan on top of a baseline. */
interface Plan {
  scenarios: Scenario[];
  /** Values of the business metric that drives the costs. */
  metric: { past: MetricOn; ahead: MetricOn } | undefined;
}

/** The plan of the forecast that a report shows; undefined when that is the baseline. */
export async function readPlan(db: Db, report: string): Promise<Plan | undefined> {
  const forecast = await db
    .selectFrom('report_forecasts')
    .select(['token', 'business_metric_token'])
    .where('cost_report_token', '=', report)
    .where('is_default', '=', true)
    .executeTakeFirst();
  if (!forecast) return undefined;
  const models = await db
    .selectFrom('report_forecast_models as link')
    .innerJoin('scenario_models as model', 'model.token', 'link.scenario_model_token')
    .select(['model.provider', 'model.service', 'model.periods'])
    .where('link.report_forecast_token', '=', forecast.token)
    .orderBy('model.priority', (order) => order.asc().nullsLast())
    .orderBy('model.created_at')
    .orderBy('model.id')
    .execute();
  const scenarios = models.map((model) => ({
    ...model,
    periods: model.periods as unknown as Period[],
  }));
  const metric = forecast.business_metric_token;
  return { scenarios, metric: metric === null ? undefined : await readMetric(db, metric) };
}

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
  return { past: metricByDay(valuesOf(false)), ahead: metricByDay(valuesOf(true)) };
}

/** A year of many services takes a while; others are served between its days. */
const mostBusyMilliseconds = 25;

/** Series of a plan: the baseline, driven by a metric where it has one, then changed by scenarios. */
export async function plannedSeries(baseline: Baseline, plan: Plan): Promise<ForecastSeries[]> {
  const services = baseline.series.filter((series) => !series.is_total);
  const unitCost =
    plan.metric && costOfUnit(baseline.dailyCosts, baseline.lastCompleteDay, plan.metric.past);
  const planned = new Map<string, ForecastSeries>();
  let started = performance.now();
  for (let day = 0; day < baseline.days; day += 1) {
    const date = addDays(baseline.start, day);
    const units = plan.metric?.ahead(date);
    const amounts = services.map(({ provider, service, amounts: texts }) => ({
      provider,
      service,
      amount: new PlanDecimal(texts[day]!),
    }));
    const driven = unitCost && units ? withTotal(amounts, unitCost.times(units)) : amounts;
    const changed = roundDay(applyScenarios(driven, plan.scenarios, date));
    for (const { provider, service, is_total, amount } of withSums(changed)) {
      const key = `${is_total} ${provider} ${service}`;
      if (!planned.has(key)) {
        const none = Array<string>(baseline.days).fill('0.0');
        planned.set(key, { provider, service, is_total, amounts: none });
      }
      planned.get(key)!.amounts[day] = formatDecimal(amount.toFixed());
    }
    if (performance.now() - started < mostBusyMilliseconds) continue;
    await setImmediate();
    started = performance.now();
  }
  return [...planned.values()].toSorted(bySeries);
}

/** The amounts of a day with the sums of all and of each provider. */
function withSums(amounts: readonly DayAmount[]): (DayAmount & { is_total: boolean })[] {
  const sums = new Map<string, Decimal>();
  for (const { provider, amount } of amounts) {
    sums.set('all', (sums.get('all') ?? new PlanDecimal(0)).plus(amount));
    // What a scenario adds where nothing is, for no provider, is the sum of all itself.
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

type Named = Pick<ForecastSeries, 'provider' | 'service' | 'is_total'>;

function bySeries(a: Named, b: Named): number {
  const rank = ({ provider, service, is_total }: Named) =>
    `${is_total ? 0 : 1}${provider === 'all' ? 0 : 1}${provider}\0${service}`;
  return rank(a) < rank(b) ? -1 : 1;
}
