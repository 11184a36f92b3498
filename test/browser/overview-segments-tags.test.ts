import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, firstOfMonth, lastOfMonth } from '../../src/platform/lib/days.js';
import { Decimal, formatDecimal } from '../../src/platform/lib/decimal.js';
import { formatDate } from '../../src/platform/lib/time.js';
import { formatExactMoney, formatMoney } from '../../web/src/lib/money.js';
import { waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const today = formatDate(new Date());
// The month that the overview shows: on the first day of a month, the one before.
const yesterday = addDays(today, -1);
const month = { start: firstOfMonth(yesterday), end: today };
const firstDay = firstOfMonth(yesterday, -2);

const monthlyCharges = [
  ['Tax', 'Tax', 80],
  ['Usage', 'Google Cloud Support', 40],
  ['Credit', 'Compute', -25],
] as const;

/** Three months of daily charges of two providers, up to today. */
function bill(): string {
  const rows: Record<string, string>[] = [];
  for (let day = firstDay, index = 0; day <= today; day = addDays(day, 1), index += 1) {
    for (const [at, service] of ['Compute', 'Storage', 'Network'].entries()) {
      rows.push({
        ProviderName: at === 2 ? 'Google Cloud' : 'AWS',
        BillingAccountId: '100',
        SubAccountId: `${40 + at}`,
        SubAccountName: ['Production', 'Staging', 'Edge'][at]!,
        BillingPeriodStart: firstOfMonth(day),
        ChargePeriodStart: `${day}T00:00:00Z`,
        ChargePeriodEnd: `${day}T01:00:00Z`,
        ChargeCategory: 'Usage',
        BilledCost: `${((index * 37 + at * 11) % 90) + 10}.${(index * 7919 + at) % 1_000_000}`,
        BillingCurrency: 'USD',
        ServiceName: service,
        Tags: at === 1 ? '' : JSON.stringify({ team: index % 2 === 0 ? 'web' : 'data' }),
      });
    }
    if (!day.endsWith('-01')) continue;
    // What is charged once a month, which is no usage.
    for (const [category, service, cost] of monthlyCharges) {
      const charge = {
        ChargeCategory: category,
        ServiceName: service,
        BilledCost: `${cost}.${index}`,
      };
      rows.push({ ...rows.at(-1)!, ...charge, Tags: '' });
    }
  }
  const columns = Object.keys(rows[0]!);
  const line = (row: Record<string, string>) =>
    columns.map((column) => `"${row[column]!.replaceAll('"', '""')}"`).join(',');
  return [columns.join(','), ...rows.map(line)].join('\n');
}

/** Machines that run the tests may be busy. */
const slowly = { timeout: 120_000 };

const everything = "costs.provider = 'aws' OR costs.provider = 'gcp'";

interface Series {
  currency: string;
  total: { amount: string; change: Change | null };
  groups: { group: Record<string, string>; amount: string; change: Change | null }[];
}
interface PeriodForecast {
  forecast: string;
  days: { amount: string; spend: string }[];
}
interface Change {
  current: string;
  previous: string;
  amount: string;
}

describe.skipIf(isSkipped)(`overview, segments, tags, virtual tags, canvases${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill());
    page = await farthing.newPage();
    await farthing.logIn(page);
  }, 600_000);

  const readSeries = async (range: { start: string; end: string }, groupings: string) => {
    const query = new URLSearchParams({
      filter: everything,
      start_date: range.start,
      end_date: range.end,
      groupings,
      compare_to: 'previous_period',
    });
    return (await farthing.send('GET', `/v2/costs/series?${query}`)) as unknown as Series;
  };

  const exactTitles = (scope = page.locator('main')) =>
    scope.locator('[title]').evaluateAll((each) => each.map((node) => node.getAttribute('title')));

  test('the overview has the figures of the API and of the explorer, and opens it', async () => {
    const series = await readSeries(month, 'service');
    const total = formatExactMoney(series.total.amount, 'USD');
    await farthing.visit(page, '/');
    await page.getByText('Total, ').waitFor();
    await expect.poll(exactTitles, slowly).toContain(total);
    await page.locator('canvas').first().waitFor();
    await page.getByText('later days still grow').waitFor();
    expect(await page.getByText('No forecast yet').count()).toBeLessThanOrEqual(1);
    const services = page.getByRole('region', { name: 'Top services' });
    for (const { group, amount } of series.groups) {
      const row = services.getByRole('row', { name: new RegExp(`^${group['service']}`) });
      expect(await row.textContent()).toContain(formatMoney(amount, 'USD'));
    }
    const changes = page.getByRole('region', { name: 'Largest changes' });
    for (const { group, change } of series.groups) {
      const row = changes.getByRole('row', { name: new RegExp(`^${group['service']}`) });
      expect(await row.textContent()).toContain(formatMoney(change!.amount, 'USD'));
    }
    await farthing.expectNoAxeViolations(page);

    const percent = await page.locator('main .increase, main .decrease').first().textContent();
    await page.locator('main a', { hasText: '$' }).first().click();
    await page.waitForURL(/\/explore\?/);
    await page.getByText('Compared with').waitFor();
    await expect.poll(exactTitles, slowly).toContain(total);
    expect(await page.locator('main .increase, main .decrease').first().textContent()).toBe(
      percent,
    );

    await farthing.visit(page, '/');
    await services.getByRole('link', { name: 'Compute' }).click();
    await page.waitForURL(/filter=/);
    const compute = series.groups.find(({ group }) => group['service'] === 'Compute')!;
    await expect.poll(exactTitles, slowly).toContain(formatExactMoney(compute.amount, 'USD'));
    farthing.expectNoConsoleErrors(page);
  });

  test('kinds of charges, teams and savings are those of the API, and rows add up', async () => {
    const dates = { start_date: month.start, end_date: month.end };
    const kinds = (await farthing.send(
      'GET',
      `/v2/costs/series?${new URLSearchParams({
        ...dates,
        all_costs: 'true',
        groupings: 'charge_kind',
        compare_to: 'previous_period',
        'settings[include_credits]': 'true',
      })}`,
    )) as unknown as Series;
    await farthing.visit(page, '/');
    const section = page.getByRole('region', { name: 'Kinds of charges' });
    await section.getByText('Not in the total').waitFor();
    const shown = await section.textContent();
    const within = kinds.groups.filter(({ group }) => group['charge_kind'] !== 'Credits');
    expect(new Set(within.map(({ group }) => group['charge_kind']))).toEqual(
      new Set(['Support', 'Tax', 'Usage']),
    );
    for (const { change } of within) expect(shown).toContain(formatMoney(change!.amount, 'USD'));
    const credits = kinds.groups.find(({ group }) => group['charge_kind'] === 'Credits')!;
    expect(shown).toContain(`Credits ${formatMoney(credits.amount, 'USD')}`);
    const { total } = await readSeries(month, 'service');
    const sum = Decimal.sum(...within.map(({ change }) => change!.amount));
    expect(formatDecimal(sum.toFixed())).toBe(total.change!.amount);

    const teams = (await farthing.send(
      'GET',
      `/console/costs/teams?${new URLSearchParams(dates)}`,
    )) as unknown as Series & { tag_key: string };
    expect(teams.tag_key).toBe('team');
    const table = page.getByRole('region', { name: 'Top teams' });
    for (const { group, amount } of teams.groups) {
      const name = group['tag:team'] ?? '(no team)';
      const row = table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
      expect(await row.textContent()).toContain(formatMoney(amount, 'USD'));
    }
    const totalRow = await table.getByRole('row', { name: /^Total/ }).textContent();
    expect(totalRow).toContain(`${formatMoney(total.amount, 'USD')}100.0%`);
    expect(formatDecimal(Decimal.sum(...teams.groups.map(({ amount }) => amount)).toFixed())).toBe(
      total.amount,
    );
    await page.getByText('No open recommendation saves anything.').waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test('every card of costs follows the period of the address; what is forecast is ahead', async () => {
    const before = firstOfMonth(today, -1);
    const range = { start: before, end: lastOfMonth(before) };
    const { total } = await readSeries(range, 'service');
    await farthing.visit(page, '/?dates=last_month');
    await expect.poll(exactTitles, slowly).toContain(formatExactMoney(total.amount, 'USD'));
    for (const name of ['Top services', 'Top teams']) {
      const row = page.getByRole('region', { name }).getByRole('row', { name: /^Total/ });
      await expect.poll(() => row.textContent()).toContain(formatMoney(total.amount, 'USD'));
    }
    expect(await page.getByText('Forecast through').count()).toBe(0);
    await page.getByRole('heading', { name: 'Needs attention today' }).waitFor();

    await page.getByRole('combobox', { name: 'Date range' }).click();
    await page.getByRole('option', { name: 'Custom range' }).click();
    await page.waitForURL(`**/?dates=custom&start=${range.start}&end=${range.end}`);
    await page.getByRole('button', { name: /^Days: / }).click();
    await page.getByRole('textbox', { name: 'From' }).fill(addDays(range.start, 9));
    await page.getByRole('button', { name: 'Apply' }).click();
    const part = { start: addDays(range.start, 9), end: range.end };
    const ofPart = (await readSeries(part, 'service')).total.amount;
    await expect.poll(exactTitles, slowly).toContain(formatExactMoney(ofPart, 'USD'));
    farthing.expectNoConsoleErrors(page);
  });

  test('a cold load takes few scripts, and no card asks twice or waits for another', async () => {
    const cold = await farthing.newPage();
    await farthing.logIn(cold);
    const requests: URL[] = [];
    cold.on('request', (request) => requests.push(new URL(request.url())));
    const cards = [
      '/v2/costs/series?groupings[]=service',
      '/v2/costs/series?groupings[]=charge_kind',
      '/console/costs/teams',
      '/console/period_forecast',
      '/console/attention',
      '/console/savings',
      '/v2/budgets/status',
    ];
    const isOf = (card: string, { pathname, searchParams }: URL) => {
      const [path, query] = card.split('?') as [string, string?];
      const [name, value] = query?.split('=') ?? [];
      return pathname === path && (!name || searchParams.get(name) === value);
    };
    const askedBy = (card: string) => requests.filter((url) => isOf(card, url));
    const isAsked = (card: string) => askedBy(card).length > 0;
    // The forecast of the first day of a month belongs to a month that is over.
    const expected = cards.filter(
      (card) => card !== '/console/period_forecast' || today.slice(8) !== '01',
    );
    // No card is answered before all of them have asked.
    await cold.route(
      (url) => expected.some((card) => isOf(card, url)),
      async (route) => {
        await waitFor('all cards have asked', () =>
          Promise.resolve(expected.every(isAsked) || undefined),
        );
        await route.continue();
      },
    );
    await farthing.visit(cold, '/');
    await cold.locator('canvas').first().waitFor();
    for (const card of expected) expect(askedBy(card), card).toHaveLength(1);
    const scripts = requests.filter(({ pathname }) => pathname.endsWith('.js'));
    expect(scripts.length).toBeLessThanOrEqual(12);
    const isApi = ({ pathname }: URL) => /^\/(v2|console)\//.test(pathname);
    // The frame asks for the user, the workspaces, the integrations, the favorites and the providers.
    expect(requests.filter(isApi).length).toBeLessThanOrEqual(expected.length + 5);
    farthing.expectNoConsoleErrors(cold);
  });

  test('the forecast of the month is the same on the overview, in its budget and in the API', async () => {
    const { cost_reports: reports } = (await farthing.send('GET', '/v2/cost_reports')) as {
      cost_reports: { token: string }[];
    };
    const { token } = reports[0]!;
    // Another setting queues the forecast of the report, which was computed before there were costs.
    for (const include_tax of [false, true]) {
      await farthing.send('PUT', `/v2/cost_reports/${token}`, { settings: { include_tax } });
    }
    const { total } = await readSeries(month, 'service');
    const period = await waitFor('the report is forecast', async () => {
      const dates = { start_date: month.start, end_date: lastOfMonth(month.start) };
      const path = `/v2/cost_reports/${token}/period_forecast?${new URLSearchParams(dates)}`;
      const answer = (await farthing.send('GET', path)) as unknown as PeriodForecast;
      // What is billed, and what the incomplete days and those ahead are expected to cost besides.
      const expected = answer.days.reduce(
        (sum, { amount, spend }) => sum.plus(amount).minus(spend),
        new Decimal(total.amount),
      );
      return answer.forecast === formatDecimal(expected.toFixed()) ? answer : undefined;
    });
    const shown = formatExactMoney(period.forecast, 'USD');
    await farthing.visit(page, '/');
    await page.getByText('Forecast through').waitFor();
    await expect.poll(exactTitles, slowly).toContain(shown);

    await farthing.send('POST', '/v2/budgets', {
      name: 'Everything',
      cost_report_token: token,
      periods: [{ start_at: month.start, amount: 1 }],
    });
    await farthing.visit(page, '/budgets');
    await page.getByRole('link', { name: 'Everything' }).waitFor();
    await expect.poll(exactTitles, slowly).toContain(shown);
    await page.getByText('whichever is larger').waitFor();
    await farthing.visit(page, `/forecasts?report=${token}`);
    await expect.poll(exactTitles, slowly).toContain(shown);
    // The month is a row of the table, beside its budget; the file has the same rows.
    const months = page.getByRole('table', { name: 'Months' });
    await months.getByRole('row', { name: /Forecast from .* \$1\.00/ }).waitFor();
    await months.getByRole('row', { name: /^Total/ }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file.split('\r\n')[0]).toBe(
      'Month,Forecast from,Actual,Baseline,Lower bound,Upper bound,Budget,Over or under Budget,Year before,Change,Currency',
    );
    expect(file).toContain(`${month.start},`);
    expect(file).toContain(`,${period.forecast},`);
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('segments have their costs, shares and changes, and open their report', async () => {
    const make = async (body: object) =>
      String((await farthing.send('POST', '/v2/segments', body))['token']);
    const root = await make({ title: 'Company', track_unallocated: true });
    const cloud = await make({
      title: 'Cloud',
      parent_segment_token: root,
      filter: "costs.provider = 'aws'",
    });
    const query = `start_date=${firstOfMonth(today)}&end_date=${today}`;
    const costs = (await farthing.send('GET', `/v2/costs/segments?${query}`)) as unknown as {
      segments: { segment_token: string; amount: string; unallocated_amount: string }[];
    };
    const costOf = (token: string) =>
      costs.segments.find(({ segment_token: each }) => each === token)!;
    await farthing.visit(page, '/segments');
    const tree = page.getByRole('region', { name: 'Segment tree' });
    const rowOf = (name: RegExp) => tree.getByRole('row', { name }).textContent();
    await expect.poll(() => rowOf(/^Company/), slowly).toContain('$');
    expect(await rowOf(/^Company/)).toContain(formatMoney(costOf(root).amount, 'USD'));
    expect(await rowOf(/^Cloud/)).toContain(formatMoney(costOf(cloud).amount, 'USD'));
    expect(await rowOf(/^Unallocated/)).toContain(
      formatMoney(costOf(root).unallocated_amount, 'USD'),
    );
    await farthing.expectNoAxeViolations(page);
    await tree.getByRole('link', { name: 'Cloud' }).click();
    await page.waitForURL(/\/cost-reports\//);
    await expect.poll(exactTitles, slowly).toContain(formatExactMoney(costOf(cloud).amount, 'USD'));
    farthing.expectNoConsoleErrors(page);
  });

  test('tags have their costs and coverage, values have theirs, and virtual tags are marked', async () => {
    await farthing.send('POST', '/v2/virtual_tag_configs', {
      key: 'product',
      overridable: true,
      backfill_until: firstDay,
      values: [{ name: 'shop', filter: "costs.provider = 'gcp'" }],
    });
    const range = { start: addDays(today, -29), end: today };
    const query = `start_date=${range.start}&end_date=${range.end}`;
    const costs = (await farthing.send('GET', `/v2/costs/tags?${query}`)) as unknown as {
      tagged: { amount: string; percent: string };
      tags: { tag_key: string; amount: string; percent: string }[];
    };
    await farthing.visit(page, '/tags');
    const table = page.getByRole('region', { name: 'Tags' });
    await table
      .getByRole('row', { name: /product/ })
      .getByText('Virtual')
      .waitFor();
    for (const { tag_key: key, amount, percent } of costs.tags) {
      const text = await table.getByRole('row', { name: new RegExp(key) }).textContent();
      expect(text).toContain(formatMoney(amount, 'USD'));
      expect(text).toContain(`${percent}%`);
    }
    await page.getByRole('link', { name: `${costs.tagged.percent}%` }).waitFor();
    await farthing.expectNoAxeViolations(page);

    await table.getByRole('link', { name: 'team', exact: true }).click();
    const values = page.getByRole('region', { name: 'Values' });
    const series = await readSeries(range, 'tag:team');
    for (const { group, amount } of series.groups) {
      const name = group['tag:team'] ?? '(no team)';
      const row = values.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
      await expect.poll(() => row.textContent(), slowly).toContain(formatMoney(amount, 'USD'));
    }
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('a rule is made of chips, and the preview says what it covers and what the backfill leaves out', async () => {
    const { token } = await farthing.send('POST', '/v2/virtual_tag_configs', {
      key: 'owner',
      overridable: true,
      values: [
        {
          name: 'platform',
          filter: "costs.provider = 'aws' AND costs.account_id = '40'",
        },
      ],
    });
    await farthing.visit(page, `/virtual-tags/${String(token)}`);
    // Accounts have names, in the summary and in the chips.
    await page.getByRole('button', { name: /Account is Production/ }).click();
    await page.getByRole('button', { name: /^provider is AWS/i }).waitFor();
    await page.getByRole('button', { name: /^account is Production/i }).waitFor();

    const warning = page.getByRole('alert').filter({ hasText: 'previewed days' });
    await warning.waitFor();
    await warning.getByRole('button', { name: /^Backfill until/ }).click();
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText(/\d+(\.\d)?% covered/).waitFor();
    await page.getByText(/Not covered: \$/).waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('an example becomes the prompt of a canvas that has a table, and an error names the words', async () => {
    await farthing.visit(page, '/canvases/new');
    await page.getByRole('heading', { name: 'What a prompt can say' }).waitFor();
    await page.getByRole('button', { name: /^weekly usage by service for AWS/ }).waitFor();
    await page.getByRole('button', { name: /^top 10 monthly costs/ }).click();
    expect(await page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toContain(
      'top 10 monthly costs',
    );
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: /^(Save|Create)/ }).click();
    await page.getByRole('region', { name: /top 10/ }).waitFor();
    await page.getByRole('cell', { name: 'AWS', exact: true }).first().waitFor();

    const prompt = 'monthly costs by nonsense';
    const wrong = await farthing.send('POST', '/v2/canvases', { title: 'Wrong', prompt });
    await farthing.visit(page, `/canvases/${String(wrong['token'])}`);
    await page.getByText(/Not understood: .*"nonsense"/).waitFor();
    await page.getByRole('link', { name: 'Edit the prompt' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });
});
