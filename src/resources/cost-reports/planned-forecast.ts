import { setImmediate } from 'node:timers/promises';
import type { Decimal } from 'decimal.js';
import {
  type MetricOn,
  type MetricValue,
  costOfUnit,
  metricByDay,
} from '../../forecast/metric-driver.js';
import {
  type DayAmount,
  type Period,
  type Scenario,
  Exact,
  applyScenarios,
  roundDay,
  withTotal,
} from '../../forecast/scenario.js';
import { addDays } from '../../lib/days.js';
import { decimalText } from '../../lib/decimal-text.js';
import { formatDate } from '../../lib/time.js';
import type { Db } from '../../store/tables.js';
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
  const planned: DayAmount[][] = [];
  let started = performance.now();
  for (let day = 0; day < baseline.days; day += 1) {
    const date = addDays(baseline.start, day);
    const units = plan.metric?.ahead(date);
    const amounts = services.map(({ provider, service, amounts: texts }) => ({
      provider,
      service,
      amount: new Exact(texts[day]!),
    }));
    const driven = unitCost && units ? withTotal(amounts, unitCost.times(units)) : amounts;
    planned.push(roundDay(applyScenarios(driven, plan.scenarios, date)));
    if (performance.now() - started < mostBusyMilliseconds) continue;
    await setImmediate();
    started = performance.now();
  }
  return withTotals(planned);
}

/** Days turned into series, with the sums of all and of each provider. */
function withTotals(days: readonly DayAmount[][]): ForecastSeries[] {
  const found = new Map<string, Omit<ForecastSeries, 'amounts'> & { sums: Decimal[] }>();
  const add = (day: number, { provider, service, amount }: DayAmount, is_total: boolean) => {
    const key = `${is_total} ${provider} ${service}`;
    let series = found.get(key);
    if (!series) {
      series = { provider, service, is_total, sums: days.map(() => new Exact(0)) };
      found.set(key, series);
    }
    series.sums[day] = series.sums[day]!.plus(amount);
  };
  for (const [day, amounts] of days.entries()) {
    for (const each of amounts) {
      add(day, { ...each, provider: 'all', service: 'all' }, true);
      // What a scenario adds where nothing is, for no provider, is the sum of all itself.
      if (each.provider === 'all') continue;
      add(day, { ...each, service: 'all' }, true);
      add(day, each, false);
    }
  }
  return [...found.values()].toSorted(bySeries).map(({ sums, ...series }) => ({
    ...series,
    amounts: sums.map((amount) => decimalText(amount.toFixed())),
  }));
}

type Named = Pick<ForecastSeries, 'provider' | 'service' | 'is_total'>;

function bySeries(a: Named, b: Named): number {
  const rank = ({ provider, service, is_total }: Named) =>
    `${is_total ? 0 : 1}${provider === 'all' ? 0 : 1}${provider}\0${service}`;
  return rank(a) < rank(b) ? -1 : 1;
}
