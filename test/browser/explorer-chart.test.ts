import { readFile } from 'node:fs/promises';
import { type Locator, type Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/lib/days.js';
import { dateFormats } from '../../web/src/lib/dates.js';
import { formatDate } from '../../src/platform/lib/time.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const today = formatDate(new Date());
const dayBefore = (days: number) => addDays(today, -days);
/** Twenty days up to today, whose costs are incomplete. */
const range = `start=${dayBefore(19)}&end=${today}`;
const costs = { Storage: 20, VM: 10, Network: 5 };

/** Spaces of dates differ between Node and browsers. */
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f\u2009]/g, ' ') ?? '';

/** 45 days of three services; each day costs 35. */
function bill(): string {
  const header =
    'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,BillingCurrency,ServiceName,RegionId';
  const rows = Array.from({ length: 45 }, (_, index) => dayBefore(index)).flatMap((day) =>
    Object.entries(costs).map(
      ([service, cost]) => `AWS,1,${day.slice(0, 8)}01,${day},Usage,${cost},USD,${service},eu-1`,
    ),
  );
  return [header, ...rows].join('\n');
}

describe.skipIf(isSkipped)(`the chart of the explorer${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill());
    page = await farthing.newPage();
    await farthing.logIn(page);
  });

  const chart = (): Locator => page.getByRole('img', { name: /^Costs by/ });
  /** What the chart says about the bin that the keyboard has reached. */
  const spoken = () => page.locator('.chart [aria-live]').textContent();
  const legend = (): Locator => page.getByRole('list', { name: 'Legend' });
  const item = (name: string | RegExp): Locator => page.getByRole('menuitem', { name });
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

  async function open(path: string) {
    await farthing.visit(page, path);
    await chart().locator('canvas').waitFor();
  }

  /** A point of the chart by shares of its width and height. */
  async function at(x: number, y: number): Promise<[number, number]> {
    await chart().scrollIntoViewIfNeeded();
    const box = (await chart().locator('canvas').boundingBox())!;
    return [box.x + box.width * x, box.y + box.height * y];
  }

  test('incomplete days and the previous period are named, also for the keyboard', async () => {
    await open(`/explore?${range}&group=service`);
    await legend().getByText('Incomplete', { exact: true }).waitFor();
    await legend().getByText('Previous period, total').waitFor();
    await chart().focus();
    await page.keyboard.press('End');
    await expect.poll(spoken).toMatch(/\$35\.00 \(incomplete\)$/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(spoken).toMatch(/: \$35\.00\. Previous period, total · .+: \$35\.00$/);
    await page.getByText('Line', { exact: true }).click();
    await legend()
      .getByText(/^Incomplete after .+, not drawn$/)
      .waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('parts of months are named by their days in chart and table', async () => {
    const first = `${today.slice(0, 7)}-01`;
    await open(`/explore?start=${addDays(first, -10)}&end=${first}&bin=month&group=service`);
    await legend().getByText('Part of a month', { exact: true }).waitFor();
    expect(await chart().getAttribute('aria-label')).toMatch(/; parts of a month: .+ and .+$/);
    await chart().focus();
    await page.keyboard.press('Home');
    const { formatDateRange } = dateFormats('en-US');
    const days = formatDateRange(addDays(first, -10), addDays(first, -1));
    const said = async () => plain(await spoken());
    await expect.poll(said).toContain(`${plain(days)}, part of a month: $350.00`);
    const columns = page.getByRole('button', { name: 'Choose columns' });
    await columns.click();
    const byMonth = page.getByRole('switch', { name: 'Show columns by month' });
    await byMonth.click({ force: true });
    await page.keyboard.press('Escape');
    const header = page.getByRole('columnheader', { name: plain(days) });
    expect(await header.getAttribute('title')).toBe('Part of a month');
    await farthing.expectNoAxeViolations(page);
    await columns.click();
    await byMonth.click({ force: true });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share' }).click();
    await item('Export as CSV').click();
    await page
      .getByText(/Rows are dated by the first day of their month\. .+ those dated /)
      .waitFor();
    await page.keyboard.press('Escape');
    farthing.expectNoConsoleErrors(page);
  });

  test('the columns of a row add up, and say which days they are of', async () => {
    const before = `compare=custom&compare_start=${dayBefore(40)}&compare_end=${dayBefore(31)}`;
    await open(`/explore?${range}&group=service&${before}`);
    await page
      .getByText(
        /^Change is the compared days \(.+\) minus .+ includes days that are not compared\.$/,
      )
      .waitFor();
    const table = page.getByRole('table', { name: 'Series' });
    const headers = await table.locator('thead th').allTextContents();
    const rows = await table.locator('tbody tr[aria-rowindex], tfoot tr').all();
    const figures = await Promise.all(
      rows.map(async (row) => {
        const cells = await row.locator('td').allTextContents();
        return ['Total', 'Compared days', 'Previous period', 'Change'].map((header) =>
          Number(
            cells[headers.findIndex((each) => each.startsWith(header))]!.replaceAll(/[$,+]/g, ''),
          ),
        );
      }),
    );
    // Twenty days, of which the last one is not complete, against ten.
    expect(figures).toEqual(
      [20, 10, 5, 35].map((cost) => [20 * cost, 19 * cost, 10 * cost, 9 * cost]),
    );
    await page.getByText(/^[A-Z].+ compared with [A-Z].+, \d{4}$/).waitFor();
  });

  test('a bar is drilled into, and breadcrumbs lead back', async () => {
    await open(`/explore?${range}&group=service`);
    await page.mouse.click(...(await at(0.5, 0.88)));
    await item('Region').click();
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    expect(parameter('group')).toBe('region');
    const trail = page.getByRole('navigation', { name: 'Drill-down' });
    await trail.getByText('Storage').waitFor();

    await chart().focus();
    await page.keyboard.press('Home');
    await expect.poll(spoken).not.toBe('');
    await page.keyboard.press('Enter');
    await item(/^Narrow to/).click();
    await expect.poll(() => parameter('end')).toBe(dayBefore(19));
    await trail.getByRole('button', { name: 'Reset zoom' }).click();
    await expect.poll(() => parameter('end')).toBe(today);
    await trail.getByRole('button', { name: 'Costs' }).click();
    await expect.poll(() => parameter('filter')).toBe(null);
    expect(parameter('group')).toBe('service');
    await trail.waitFor({ state: 'detached' });
    farthing.expectNoConsoleErrors(page);
  });

  test('an explanation is part of the address', async () => {
    await open(`/explore?${range}&group=service`);
    await page.mouse.click(...(await at(0.5, 0.88)));
    await item('Explain these costs').click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/sum to exactly \$20\.00/).waitFor();
    expect(parameter('explain')).toBe('Storage');
    await page.reload();
    await panel.getByText(/sum to exactly \$20\.00/).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => parameter('explain')).toBe(null);
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await panel.getByText(/60 lines from \d loads? sum to exactly \$700\.00/).waitFor();
    const largest = panel.getByRole('table', { name: 'Largest contributors' }).locator('tbody tr');
    await largest.nth(2).waitFor();
    expect(await largest.allTextContents()).toEqual([
      'Storage$400.0057.1%',
      'VM$200.0028.6%',
      'Network$100.0014.3%',
    ]);
    await panel.getByRole('table', { name: 'Largest changes' }).waitFor();
    await panel.getByRole('link', { name: 'View all changes' }).waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('without groupings, a bar can be explained', async () => {
    await open(`/explore?start=${dayBefore(5)}&end=${dayBefore(5)}&group=-`);
    await chart().locator('canvas').click();
    await item('Explain these costs').click();
    await page
      .getByRole('dialog')
      .getByText(/3 lines from 1 load sum to exactly \$35\.00/)
      .waitFor();
    await page.keyboard.press('Escape');
    farthing.expectNoConsoleErrors(page);
  });

  test('series are hidden and isolated, and a link shows the same', async () => {
    await open(`/explore?${range}&group=service`);
    const entry = (name: string) => legend().getByRole('button', { name, exact: true });
    const isShown = (name: string) => entry(name).getAttribute('aria-pressed');
    await entry('VM').click();
    await expect.poll(() => isShown('VM')).toBe('false');
    await page.reload();
    await expect.poll(() => isShown('VM')).toBe('false');
    await chart().focus();
    await page.keyboard.press('Home');
    await expect.poll(spoken).toMatch(/: \$25\.00$/);
    await entry('Network').click({ modifiers: ['Alt'] });
    await expect.poll(() => parameter('only')).toBe('Network');
    await page.getByRole('button', { name: 'Actions of VM in the chart' }).focus();
    await page.keyboard.press('Enter');
    await item('Only this').click();
    await expect.poll(() => parameter('only')).toBe('VM');
    await entry('VM').click({ modifiers: ['Shift'] });
    await expect.poll(() => parameter('only')).toBe(null);
    farthing.expectNoConsoleErrors(page);
  });

  test('dragging narrows the dates, and the browser leads back', async () => {
    await open(`/explore?${range}&group=service`);
    await page.mouse.move(...(await at(0.3, 0.5)));
    await page.mouse.down();
    await page.mouse.move(...(await at(0.6, 0.5)), { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor();
    const [start, end] = [parameter('start')!, parameter('end')!];
    expect(start > dayBefore(19) && start < end && end < today).toBe(true);
    await page.goBack();
    await expect.poll(() => parameter('end')).toBe(today);
    farthing.expectNoConsoleErrors(page);
  });

  test('the chart is downloaded as a picture', async () => {
    await open(`/explore?${range}&group=service`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PNG' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Costs.png');
    const picture = await readFile(await download.path());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.length).toBeGreaterThan(5000);
  });

  test('a report is annotated on its chart', async () => {
    const { token } = await farthing.send('POST', '/v2/cost_reports', {
      title: 'Annotated',
      filter: "costs.provider = 'aws'",
      groupings: 'service',
      start_date: dayBefore(19),
      end_date: today,
    });
    await open(`/cost-reports/${String(token)}`);
    await chart().focus();
    await page.keyboard.press('Home');
    await expect.poll(spoken).not.toBe('');
    await page.keyboard.press('Enter');
    await item('Add annotation…').click();
    await page.getByRole('dialog').getByLabel('Message').fill('Moved to the new cluster');
    await page.getByRole('button', { name: 'Add annotation' }).click();
    // Its field has the same text.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Moved to the new cluster').waitFor();
    const { annotations } = await farthing.send(
      'GET',
      `/v2/annotations?report_token=${String(token)}`,
    );
    expect(annotations).toMatchObject([
      { date: dayBefore(19), message: 'Moved to the new cluster' },
    ]);
    farthing.expectNoConsoleErrors(page);
  });

  test('unit costs are drawn by label, with the costs of the group of that name where there is one', async () => {
    const { token } = await farthing.send('POST', '/v2/cost_reports', {
      title: 'Per order',
      filter: "costs.provider = 'aws'",
      groupings: 'service',
      start_date: dayBefore(19),
      end_date: today,
    });
    const values = Object.entries({ Storage: 4, VM: 5 }).map(([label, amount]) => ({
      date: dayBefore(1),
      amount,
      label,
    }));
    await farthing.send('POST', '/v2/business_metrics', {
      title: 'Orders',
      values,
      cost_report_tokens_with_metadata: [{ cost_report_token: token }],
    });
    await open(`/cost-reports/${String(token)}`);
    await page.getByRole('combobox', { name: 'Unit cost on the chart' }).click();
    await page.getByRole('option', { name: 'Orders' }).click();
    await legend().getByText('Unit cost: Orders', { exact: true }).waitFor();
    await page.getByRole('switch', { name: 'By label' }).click({ force: true });
    await legend().getByText('Unit cost: Orders, VM').waitFor();
    await page.getByText(/^Each line divides the costs of the service that/).waitFor();
    const spokenYesterday = async () => {
      await chart().focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      return spoken();
    };
    await expect
      .poll(spokenYesterday)
      .toMatch(/Unit cost: Orders, VM: \$2(\.00)?\. Unit cost: Orders, Storage: \$5(\.00)?$/);
    expect(parameter('unit_by')).toBe('label');
    await farthing.expectNoAxeViolations(page);
    const { pathname, search } = new URL(page.url());
    await open(`${pathname}${search}&group=region`);
    await page.getByText(/^Each line divides all costs of the report/).waitFor();
    await expect
      .poll(spokenYesterday)
      .toMatch(/Unit cost: Orders, VM: \$7(\.00)?\. Unit cost: Orders, Storage: \$8\.75$/);
    farthing.expectNoConsoleErrors(page);
  });

  test('nothing is inaccessible in the dark or on a phone', async () => {
    for (const options of [{ dark: true }, { width: 390 }]) {
      page = await farthing.newPage(options);
      await farthing.logIn(page);
      await open(`/explore?${range}&group=service`);
      await farthing.expectNoAxeViolations(page);
      await page.mouse.click(...(await at(0.5, 0.88)));
      await item('Region').click();
      await page.getByRole('button', { name: 'service is Storage' }).waitFor();
      await farthing.expectNoAxeViolations(page);
    }
  });
});
