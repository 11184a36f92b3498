import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { Decimal } from '../../src/platform/lib/decimal.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../src/platform/lib/days.js';
import { formatDate } from '../../src/platform/lib/time.js';
import { formatExactMoney } from '../../web/src/lib/money.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

// Every figure on screen beside the sum of the rows of GET /v2/costs, on a bill with more groups than any page reads.

const resources = 120_000;
const today = formatDate(new Date());
/** The last whole month, and eleven before it. */
const month = firstOfMonth(today, -1);
const year = { start: firstOfMonth(today, -12), end: lastOfMonth(month) };
const lastMonth = { start: month, end: lastOfMonth(month) };
const everything = "costs.provider = 'aws'";
const header =
  'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,BillingCurrency,ServiceName,RegionId,SubAccountId,ResourceId,Tags';

interface Charge {
  day: string;
  cost: string;
  index: number;
}

function line({ day, cost, index }: Charge): string {
  const of = <Value>(values: readonly Value[], step: number) =>
    values[Math.floor(index / step) % values.length];
  const service = of(['Compute', 'Storage', 'Network', 'Database', 'Queue'], 1);
  const region = of(['eu', 'us', 'ap'], 5);
  const account = 100 + (Math.floor(index / 15) % 40);
  const tags = index % 4 === 0 ? '' : `"{""team"":""${of(['web', 'data', 'shop'], 2)}""}"`;
  return `AWS,1,${firstOfMonth(day)},${day},Usage,${cost},USD,${service},${region},${account},i-${index},${tags}`;
}

/** A charge of every resource in the last month, and of some in each month before and in this one. */
function bill(): string {
  const charges: Charge[] = [];
  for (let index = 0; index < resources; index += 1) {
    const cost = `${((index * 7919) % 1009) / 8 + 0.001}`;
    charges.push({ day: addDays(month, index % 28), cost, index });
  }
  for (let back = -11; back <= 1; back += 1) {
    if (back === 0) continue;
    for (let index = 0; index < 600; index += 1) {
      const day = addDays(firstOfMonth(month, back), index % 28);
      if (day <= today) charges.push({ day, cost: `${((index * 31) % 97) + 0.25}`, index });
    }
  }
  return [header, ...charges.map(line)].join('\n');
}

interface Question {
  name: string;
  start: string;
  end: string;
  bin: 'day' | 'month';
  groupings: string[];
  filter?: string;
}

const questions: Question[] = [
  { name: 'a month by resource', ...lastMonth, bin: 'day', groupings: ['resource_id'] },
  { name: 'a year by service and day', ...year, bin: 'day', groupings: ['service'] },
  {
    name: 'a year by three dimensions',
    ...year,
    bin: 'month',
    groupings: ['account_id', 'service', 'region'],
  },
  { name: 'a year by tag', ...year, bin: 'month', groupings: ['tag:team'] },
  {
    name: 'one service by account',
    ...lastMonth,
    bin: 'day',
    groupings: ['account_id'],
    filter: `${everything} AND costs.service = 'Storage'`,
  },
];

interface CostRow {
  amount: string;
  [grouping: string]: unknown;
}

describe.skipIf(isSkipped)(`one truth${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill());
    page = await farthing.newPage();
    await farthing.logIn(page);
  });

  /** The sums of all rows of GET /v2/costs by group, the largest first. */
  async function sumsOf(question: Question): Promise<Decimal[]> {
    const sums = new Map<string, Decimal>();
    for (let at = 1; ; at += 1) {
      const query = new URLSearchParams({
        filter: question.filter ?? everything,
        start_date: question.start,
        end_date: question.end,
        groupings: question.groupings.join(','),
        date_bin: 'month',
        limit: '5000',
        page: String(at),
      });
      const { costs } = (await farthing.send('GET', `/v2/costs?${query}`)) as { costs: CostRow[] };
      for (const row of costs) {
        const { amount, accrued_at: _, usage: __, ...group } = row;
        const key = JSON.stringify(group);
        sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(amount));
      }
      if (costs.length < 5000) return [...sums.values()].toSorted((a, b) => b.cmp(a));
    }
  }

  const add = (amounts: readonly Decimal[]) =>
    amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
  const exact = (amount: Decimal) => formatExactMoney(amount.toFixed(), 'USD');
  const titlesOf = (selector: string) =>
    page.locator(selector).evaluateAll((nodes) => nodes.map((node) => node.getAttribute('title')));
  const waitForFigure = (amount: Decimal, within = page.locator('main')) =>
    within.getByTitle(exact(amount), { exact: true }).first().waitFor();

  test.each(questions)('$name: total and rows in the explorer', async (question) => {
    const sums = await sumsOf(question);
    const { start, end, bin, groupings, filter = '' } = question;
    const search = new URLSearchParams({ start, end, bin, group: groupings.join(','), filter });
    await farthing.visit(page, `/explore?${search}`);
    await waitForFigure(add(sums));
    const rows = page.getByRole('table', { name: 'Series' });
    const shown = await rows.locator('tbody tr[aria-rowindex]').count();
    expect(shown).toBeGreaterThan(0);
    const totals = await titlesOf(
      'table[aria-label="Series"] tbody tr[aria-rowindex] td [title^="$"]',
    );
    for (const amount of sums.slice(0, Math.min(shown, 9))) expect(totals).toContain(exact(amount));
    const footer = await titlesOf('table[aria-label="Series"] tfoot [title^="$"]');
    expect(footer).toContain(exact(add(sums)));
    if (sums.length > 10) {
      const count = new Intl.NumberFormat('en-US').format(sums.length);
      await page.getByText(`of ${count} groups`).waitFor();
    }
    farthing.expectNoConsoleErrors(page);
  });

  test('the overview', async () => {
    const start = firstOfMonth(addDays(today, -1));
    const question: Question = {
      name: '',
      start,
      end: today,
      bin: 'day',
      groupings: ['service'],
    };
    const sums = await sumsOf(question);
    await farthing.visit(page, '/');
    await waitForFigure(add(sums));
    const services = page.getByRole('region', { name: 'Top services' });
    for (const amount of sums) await waitForFigure(amount, services);
  });

  test('a dashboard', async () => {
    const sums = await sumsOf(questions[1]!);
    const report = await farthing.send('POST', '/v2/cost_reports', {
      title: 'Services',
      filter: everything,
      groupings: 'service',
      start_date: year.start,
      end_date: year.end,
      date_bin: 'month',
    });
    const dashboard = await farthing.send('POST', '/v2/dashboards', {
      title: 'Truth',
      widgets: [{ widgetable_token: report['token'], settings: { display_type: 'table' } }],
    });
    await farthing.visit(page, `/dashboards/${String(dashboard['token'])}`);
    const widget = page.getByRole('region', { name: 'Services', exact: true });
    await waitForFigure(add(sums), widget);
    for (const amount of sums) await waitForFigure(amount, widget);
  });

  test('segments', async () => {
    const segment = async (title: string, filter: string, parent?: unknown) =>
      (
        await farthing.send('POST', '/v2/segments', {
          title,
          filter,
          ...(parent ? { parent_segment_token: parent } : {}),
        })
      )['token'];
    const company = await segment('Company', everything);
    const services = ['Compute', 'Storage', 'Network'];
    for (const service of services) {
      await segment(service, `${everything} AND costs.service = '${service}'`, company);
    }
    await farthing.visit(page, `/segments?dates=last_month`);
    const tree = page.getByRole('region', { name: 'Segment tree' });
    await waitForFigure(add(await sumsOf({ ...questions[0]!, groupings: ['service'] })), tree);
    for (const service of services) {
      const filter = `${everything} AND costs.service = '${service}'`;
      await waitForFigure(
        add(await sumsOf({ ...questions[0]!, groupings: ['service'], filter })),
        tree.getByRole('row', { name: new RegExp(`^${service}`) }),
      );
    }
  });
});
