import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DateRange } from '../../src/platform/lib/date-intervals.js';
import { addDays, daysIn, firstOfMonth, lastOfMonth } from '../../src/platform/lib/days.js';
import { Decimal } from '../../src/platform/lib/decimal.js';
import { formatDate } from '../../src/platform/lib/time.js';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { analystJobs } from './analyst-jobs.js';
import { isSkipped, skipNotice, startConsole } from './console.js';
import { type Condition, CostModel, differenceOf, sumOf } from './cost-model.js';
import {
  changesFigures,
  expectFigures,
  expectShown,
  explorerFigures,
  inCents,
} from './expected-figures.js';
import { type MoneyFigure, isOneOf, moneyFigures, unexplained } from './money-figures.js';

// Every figure that the console shows of the demo company beside a model that adds up the rows of the API.

const today = formatDate(new Date());
/** The month that the overview shows: on the first day of a month, the one before. */
const month = firstOfMonth(addDays(today, -1));
const elapsed = { start: month, end: lastOfMonth(month) < today ? lastOfMonth(month) : today };

const allCosts = ['aws', 'azure', 'gcp', 'custom_provider']
  .map((provider) => `costs.provider = '${provider}'`)
  .join(' OR ');

interface Listed {
  token: string;
  title: string;
  name: string;
  [field: string]: unknown;
}

interface ForecastDay {
  date: string;
  amount: string;
}

const isCloud: Condition = ({ provider }) => ['aws', 'azure', 'gcp'].includes(provider);
const ofTeams =
  (...teams: string[]): Condition =>
  (line) =>
    isCloud(line) && line.team !== null && teams.includes(line.team);

/** What takes a minute. */
const seldom = { atMostEveryMs: 1000 };

const decimal = (text: unknown) => new Decimal(String(text));
describe.skipIf(isSkipped)(`the figures of the demo company${skipNotice}`, () => {
  const farthing = startConsole({ hasOwnServer: true, options: ['--demo=small'] });
  let page: Page;
  let model: CostModel;
  /** The complete days of the elapsed ones, and as many before them. */
  let complete: DateRange;
  let before: DateRange;

  const get = (path: string) => farthing.send('GET', path);

  const list = async (kind: string): Promise<Listed[]> => {
    const listed: Listed[] = [];
    for (let at = 1; ; at += 1) {
      const body = await get(`/v2/${kind}${kind.includes('?') ? '&' : '?'}limit=1000&page=${at}`);
      const rows = Object.values(body).find(Array.isArray) as Listed[];
      listed.push(...rows);
      if (rows.length < 1000) return listed;
    }
  };
  const titled = async (kind: string, title: string) =>
    (await list(kind)).find((each) => (each.title ?? each.name) === title)!;

  /** What the costs of a period come to by a report: complete days by the model, all others as forecast. */
  async function forecastOf(report: string, condition?: Condition, of = month): Promise<Decimal> {
    const range = `start_date=${of}&end_date=${lastOfMonth(of)}`;
    const path = `/v2/cost_reports/${report}/period_forecast?${range}`;
    const { days } = (await get(path)) as unknown as { days: ForecastDay[] };
    const billed = model.sum({ start: of, end: complete.end }, condition);
    return sumOf(days.map(({ amount }) => amount)).plus(billed);
  }

  beforeAll(async () => {
    if (isSkipped) return;
    await waitFor(
      'the demo is imported',
      async () => {
        const integrations = await list('integrations');
        const isDone = integrations.every((each) => each['status'] === 'imported');
        return (integrations.length > 3 && isDone) || undefined;
      },
      seldom,
    );
    const range = { start: firstOfMonth(month, -6), end: elapsed.end };
    model = await CostModel.read(get, allCosts, range);
    const path = `/v2/costs/series?start_date=${elapsed.start}&end_date=${elapsed.end}&filter=${encodeURIComponent(allCosts)}`;
    const { complete_through: through } = await get(path);
    complete = { start: month, end: String(through) };
    const days = daysIn(complete);
    before = { start: firstOfMonth(month, -1), end: addDays(firstOfMonth(month, -1), days - 1) };
    const reports = await list('cost_reports');
    await waitFor(
      'all reports have a forecast',
      async () => {
        for (const { token } of reports) {
          const answer = `/v2/cost_reports/${token}/period_forecast?start_date=${month}&end_date=${lastOfMonth(month)}`;
          if ((await get(answer))['forecast'] === null) return undefined;
        }
        return true;
      },
      seldom,
    );
    page = await farthing.newPage();
    await farthing.logIn(page);
  }, timeoutMs);

  const expectExplained = (path: string, shown: Decimal[], others: Decimal[] = []) =>
    expectFigures(farthing, page, path, { shown, others });

  /** A rest beside some listed groups. */
  const rest = (sums: Map<string, Decimal>, listed: number) =>
    sumOf([...sums.values()].slice(listed));

  test('overview', async () => {
    const services = model.sumsBy('service', elapsed);
    const teams = await costsOfTeams();
    const total = model.sum(elapsed);
    const differences = model.changes({ before, after: complete }).map(differenceOf);
    const all = await titled('cost_reports', 'All providers by month');
    const { budget_status: budgets } = (await farthing.send(
      'GET',
      '/v2/budgets/status',
    )) as unknown as { budget_status: { amount: string; spend: string; forecast: string }[] };
    const savings = await readSavings();
    const attention = [
      ...budgets.flatMap((each) => [
        decimal(each.spend).minus(each.amount),
        decimal(each.forecast).minus(each.amount),
      ]),
      ...(await list('anomaly_events')).map((each) => decimal(each['impact'])),
    ];
    await expectExplained(
      '/',
      [
        total,
        model.sum(complete).minus(model.sum(before)),
        await forecastOf(all.token),
        inCents(model.sum(complete).dividedBy(daysIn(complete))),
        decimal(savings.available),
        decimal(savings.cost),
        ...[...services.values()].slice(0, 9),
        rest(services, 9),
        ...teams.slice(0, 6),
        sumOf(teams.slice(6)),
      ],
      [
        ...differences,
        ...attention,
        ...(await kindsOfCharges()),
        // All other services in the table of changes.
        ...differences.map((_, index) => sumOf(differences.slice(index))),
      ],
    );
  });

  /** The costs of each team, which a virtual tag names, the largest first. */
  async function costsOfTeams(): Promise<Decimal[]> {
    const query = new URLSearchParams({
      filter: allCosts,
      start_date: elapsed.start,
      end_date: elapsed.end,
      date_bin: 'month',
      groupings: 'tag:Team',
    });
    const { costs } = (await get(`/v2/costs?${query}`)) as unknown as {
      costs: { amount: string }[];
    };
    return costs.map(({ amount }) => decimal(amount)).toSorted((one, other) => other.cmp(one));
  }

  /** Amounts and changes of usage, tax, support, credits and refunds. */
  async function kindsOfCharges(): Promise<Decimal[]> {
    const settings = { 'settings[include_credits]': 'true', 'settings[include_refunds]': 'true' };
    const range = { start: before.start, end: elapsed.end };
    const charges = await CostModel.read(get, allCosts, range, settings);
    const kindOf: Record<string, Condition> = {
      tax: ({ type }) => type === 'Tax',
      credits: ({ type }) => type === 'Credit',
      refunds: ({ type }) => type === 'Refund',
      support: ({ service, type }) =>
        /Support/.test(service) && type !== 'Tax' && type !== 'Credit' && type !== 'Refund',
    };
    const kinds = Object.values(kindOf);
    const usage: Condition = (line) => kinds.every((is) => !is(line));
    return [...kinds, usage].flatMap((is) => [
      charges.sum(elapsed, is),
      charges.sum(complete, is).minus(charges.sum(before, is)),
    ]);
  }

  interface Savings {
    available: string;
    cost: string;
    left_out: { savings: string };
    by_category: { available: string }[];
  }

  /** The savings of all resources, which the headline adds up; each resource is rounded to cents. */
  async function readSavings(): Promise<Savings> {
    const savings = (await farthing.send(
      'GET',
      '/v2/recommendations/savings',
    )) as unknown as Savings;
    const resources = (await list('resources?include_summary=true')) as unknown as {
      summary: { recommendation_savings: string };
    }[];
    const found = resources.map(({ summary }) => decimal(summary.recommendation_savings));
    const count = found.filter((each) => !each.isZero()).length;
    const difference = sumOf(found).minus(savings.available).abs();
    expect(difference.lte(new Decimal('0.01').times(count)), 'savings by resource').toBe(true);
    const byCategory = sumOf(savings.by_category.map(({ available }) => available));
    expect(byCategory.toFixed()).toBe(decimal(savings.available).toFixed());
    return savings;
  }

  /** Thirty days up to yesterday, and the complete ones of them beside those before. */
  function lastThirtyDays() {
    const range = { start: addDays(today, -30), end: addDays(today, -1) };
    const after = { ...range, end: complete.end < range.end ? complete.end : range.end };
    const before = { start: addDays(after.start, -daysIn(after)), end: addDays(after.start, -1) };
    return { range, compared: { before, after } };
  }

  test('explorer', async () => {
    const { range, compared } = lastThirtyDays();
    const path = `/explore?start=${range.start}&end=${range.end}`;
    await expectFigures(farthing, page, path, explorerFigures(model, range, compared));
  });

  test('changes', async () => {
    const { range, compared } = lastThirtyDays();
    const path = `/changes?start=${range.start}&end=${range.end}`;
    const expected = await changesFigures(get, model, allCosts, compared);
    await expectFigures(farthing, page, path, expected);
  });

  test('commitments cost what amortizing adds to the usage that they cover', async () => {
    await farthing.visit(page, '/commitments');
    const figures = await moneyFigures(page);
    const rows = page.getByRole('table', { name: 'By cost type' }).locator('tbody tr');
    const cells = await rows.evaluateAll((found) =>
      found.map((row) =>
        Array.from(row.querySelectorAll<HTMLElement>('[title]'), ({ title }) => title),
      ),
    );
    const exact = (text: string) => decimal(text.replaceAll(/[$,]/g, ''));
    // Usage, which has every column, is listed first.
    const [spend, covered, onDemand, unused] = cells[0]!.slice(0, 4).map(exact);
    expect(spend!.toFixed()).toBe(sumOf([covered!, onDemand!, unused!]).toFixed());
    const { start_date: start, end_date: end } = (await get(
      '/v2/financial_commitments/status',
    )) as unknown as { start_date: string; end_date: string };
    const usage = async (amortize: string) => {
      const settings = { 'settings[amortize]': amortize };
      const costs = await CostModel.read(get, "costs.provider = 'aws'", { start, end }, settings);
      return costs.sum({ start, end }, ({ type }) => type === 'Usage');
    };
    const added = (await usage('true')).minus(await usage('false'));
    expect(added.minus(covered!).minus(unused!).abs().lt('1e-6'), added.toFixed()).toBe(true);
    expectShown(figures, [spend!, unused!]);
  });

  test('segments', async () => {
    const teams = [
      ofTeams('web', 'mobile', 'payments', 'discovery', 'machine-learning'),
      ofTeams('web', 'mobile'),
      ofTeams('payments'),
      ofTeams('discovery', 'machine-learning'),
      ofTeams('data', 'marketing'),
      ofTeams('platform'),
    ];
    // A charge belongs to the first segment that it matches.
    const isTeam: Condition = (line) => teams.some((is) => is(line));
    const conditions: Condition[] = [
      ...teams,
      (line) => line.provider === 'azure' && !isTeam(line),
      (line) => line.provider.startsWith('custom_provider'),
      (line) => isCloud(line) && line.provider !== 'azure' && !isTeam(line),
    ];
    await expectExplained(
      '/segments',
      [model.sum(elapsed), ...conditions.map((is) => model.sum(elapsed, is))],
      [() => true, ...conditions].map((is) => model.sum(complete, is).minus(model.sum(before, is))),
    );
  });

  test('a dashboard of three reports', async () => {
    const review = await titled('dashboards', 'Monthly review');
    const range = { start: firstOfMonth(today, -5), end: today };
    const teams = model.sumsBy('team', range);
    const isBigQuery: Condition = ({ provider, service }) =>
      provider === 'gcp' && service === 'BigQuery';
    await farthing.visit(page, `/dashboards/${review.token}`);
    const shown = await moneyFigures(page);
    const values = [
      model.sum(range),
      model.sum(range, isBigQuery),
      ...[...teams.values()].slice(0, 8),
    ];
    expectShown(shown, values);
  });

  test('budgets', async () => {
    const { budget_status: budgets } = (await farthing.send(
      'GET',
      '/v2/budgets/status',
    )) as unknown as { budget_status: { name: string; amount: string }[] };
    const amountOf = (name: string) => decimal(budgets.find((each) => each.name === name)!.amount);
    const segment = await titled('segments', 'Data');
    const production = await titled('cost_reports', 'AWS services in production');
    const ofData = ofTeams('data', 'marketing');
    const ofProduction: Condition = ({ provider, env }) => provider === 'aws' && env === 'prod';
    const data = {
      amount: amountOf('Data'),
      spend: model.sum(elapsed, ofData),
      forecast: await forecastOf(String(segment['report_token']), ofData),
    };
    const aws = {
      amount: amountOf('AWS in production'),
      spend: model.sum(elapsed, ofProduction),
      forecast: await forecastOf(production.token, ofProduction),
    };
    await expectExplained('/budgets', [
      data.amount,
      data.spend,
      data.forecast,
      data.forecast.minus(data.amount),
      aws.amount,
      aws.spend,
      aws.forecast,
      data.amount.plus(aws.amount),
      data.spend.plus(aws.spend),
      data.forecast.plus(aws.forecast),
    ]);
  });

  test('forecasts by month', async () => {
    const all = await titled('cost_reports', 'All providers by month');
    const months = Array.from({ length: 7 }, (_, index) => firstOfMonth(month, index - 6));
    const billed = months.map((start) => model.sum({ start, end: lastOfMonth(start) }));
    await farthing.visit(page, `/forecasts?report=${all.token}`);
    const figures = await moneyFigures(page);
    expectShown(figures, [...billed.slice(1), await forecastOf(all.token), sumOf(billed)]);
  });

  test('savings are those of the resources', async () => {
    const { available, cost, left_out: leftOut, by_category: categories } = await readSavings();
    const found = (await list('recommendations')) as unknown as {
      description: string;
      potential_savings: string | null;
      cost_per_month: string | null;
    }[];
    await farthing.visit(page, '/recommendations');
    const figures = await moneyFigures(page);
    const within = (section: string) => figures.filter(({ where }) => where.startsWith(section));
    const values = [decimal(available), decimal(cost), decimal(leftOut.savings), new Decimal(0)];
    expect(unexplained(within('Savings'), values)).toEqual([]);
    const ofCategories = categories.map((each) => decimal(each.available));
    expect(unexplained(within('By category'), ofCategories)).toEqual([]);
    // Rows of groups add theirs up.
    const rows = within('Recommendations').filter(({ text }) => !text.includes('recommendation'));
    expect(rows.length).toBeGreaterThan(20);
    const possible = found.flatMap((each) => [
      decimal(each.potential_savings ?? 0),
      decimal(each.cost_per_month ?? 0),
    ]);
    const isGroup = ({ where }: MoneyFigure) => /recommendations?, saving/.test(where);
    expect(
      unexplained(
        rows.filter((row) => !isGroup(row)),
        possible,
      ),
    ).toEqual([]);
  });

  test('invoices add up to their lines', async () => {
    const invoices = await list('invoices');
    await expectExplained(
      '/invoices',
      invoices.map((each) => decimal(each['total'])),
    );
    const { token, total } = invoices[0]! as Listed & { total: string };
    await farthing.visit(page, `/invoices/${token}`);
    const figures = await moneyFigures(page);
    const lines = figures.filter(({ where }) => where.startsWith('Lines'));
    const subtotal = sumOf(lines.map(({ amount }) => amount));
    expect(
      figures.some((figure) => isOneOf(figure, [subtotal])),
      subtotal.toFixed(),
    ).toBe(true);
    expect(figures.some((figure) => isOneOf(figure, [decimal(total)]))).toBe(true);
  });

  test('what a cluster costs is what its namespaces and its idle capacity cost', async () => {
    const range = { start: addDays(today, -30), end: addDays(today, -1) };
    const path = '/v2/kubernetes_efficiency_reports/efficiency?date_bin=total&groupings=namespace';
    const dates = `start_date=${range.start}&end_date=${range.end}`;
    const { figures: namespaces } = (await get(`${path}&${dates}`)) as unknown as {
      figures: { amount: string }[];
    };
    const total = sumOf(namespaces.map((each) => each.amount));
    await farthing.visit(page, '/kubernetes');
    const figures = await moneyFigures(page);
    const amounts = figures.map(({ amount }) => amount);
    expect(figures.some((figure) => isOneOf(figure, [total]))).toBe(true);
    // Cost, efficient cost and idle cost of all clusters.
    expect(amounts[0]!.minus(amounts[1]!).minus(amounts[2]!).abs().lte('0.000001')).toBe(true);
  });

  analystJobs(farthing);
});
