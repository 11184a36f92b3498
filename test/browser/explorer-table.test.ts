import { text } from 'node:stream/consumers';
import { type Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSkipped, newEmail, skipNotice, startConsole } from './console.js';

interface Group {
  group: Record<string, string | null>;
  resource_name: string | null;
  amount: string;
  change: { previous: string; amount: string; percent: string | null };
}
interface Series {
  groups: Group[];
  total: { amount: string; change: { previous: string; amount: string; percent: string } };
  matching: { group_count: number; amount: string };
}

/** Machines can be slow; a hang still ends. */
const patience = { timeout: 120_000 };
const resources = 1600;
const february = 'start=2026-02-01&end=2026-02-28';
const header =
  'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,BillingCurrency,ServiceName,ResourceId,ResourceName';

/** A month of charges, one per resource, whose amounts differ from those of other months. */
function billOf(month: string, factor: number): string {
  const rows = Array.from({ length: resources }, (_, index) => {
    const day = `${month}-${String((index % 28) + 1).padStart(2, '0')}`;
    const cost = `${((index * factor) % 7919) + 1}.${String(index).padStart(4, '0')}`;
    const service = index % 2 === 0 ? 'VM' : 'Disk';
    return `AWS,1,${month}-01,${day},Usage,${cost},USD,${service},i-${index},machine ${index}`;
  });
  return [header, ...rows].join('\n');
}

describe.skipIf(isSkipped)(`the explorer and its reports${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(billOf('2026-01', 31));
    await farthing.importCsv(billOf('2026-02', 577));
    page = await farthing.newPage();
    await farthing.logIn(page);
  });

  const readSeries = (parameters: Record<string, string>) => {
    const query = new URLSearchParams({
      filter: "costs.provider = 'aws'",
      start_date: '2026-02-01',
      end_date: '2026-02-28',
      groupings: 'resource_id',
      compare_to: 'previous_period',
      limit: '1000',
      ...parameters,
    });
    return farthing.send('GET', `/v2/costs/series?${query}`) as unknown as Promise<Series>;
  };
  const table = () => page.getByRole('table', { name: 'Series' });
  const bodyRows = () => table().locator('tbody tr[aria-rowindex]');
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  const exact = (amount: string) => money.format(amount as unknown as number);
  const open = (more = '') => farthing.visit(page, `/explore?${february}&group=resource_id${more}`);

  test('the table has a row for every group, and only the total stays in view', async () => {
    await open();
    const { total, groups } = await readSeries({});
    await page.getByText(/^1–\d+ of 1,600 groups$/).waitFor();
    const footer = table().locator('tfoot tr');
    // "Other" of the chart would repeat groups that the table lists.
    expect(await footer.count()).toBe(1);
    expect(await footer.textContent()).toContain(exact(total.amount));
    await page
      .getByText(/^Change is the total \(Feb .+\) minus the previous period \(Jan /)
      .waitFor();
    expect(await bodyRows().first().textContent()).toContain(exact(groups[0]!.amount));
    expect(await bodyRows().count()).toBeLessThan(80);

    await page.getByRole('region', { name: 'Series' }).focus();
    await page.keyboard.press('End');
    const { groups: last } = await readSeries({ page: '2' });
    const lastRow = table().locator(`tr[aria-rowindex="${resources + 1}"]`);
    const smallest = last.at(-1)!;
    await expect
      .poll(() => lastRow.textContent(), patience)
      .toContain(smallest.group['resource_id']);
    expect(await lastRow.textContent()).toContain(smallest.resource_name!);
    await page.getByText(/^1,\d+–1,600 of 1,600 groups$/).waitFor();
    expect(await footer.isVisible()).toBe(true);
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('the table is searched and sorted by the server', async () => {
    await open();
    await page.getByLabel('Search the table').fill('MACHINE 159');
    await page.getByText('11 matching groups').waitFor();
    await page.waitForURL(/q=MACHINE/);
    const found = await readSeries({ search: 'machine 159' });
    expect(found.matching.group_count).toBe(11);
    await page.getByText('Not matching the search').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText(/of 1,600 groups$/).waitFor();

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const { groups } = await readSeries({ order_by: 'change', order: 'desc' });
    const first = bodyRows().first();
    await expect
      .poll(() => first.textContent(), patience)
      .toContain(groups[0]!.group['resource_id']);
    expect(await first.textContent()).toContain(`+${exact(groups[0]!.change.amount)}`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const [smallest] = (await readSeries({ order_by: 'change', order: 'asc' })).groups;
    await expect
      .poll(() => first.textContent(), patience)
      .toContain(smallest!.group['resource_id']);
    await table().getByRole('button', { name: 'Resource', exact: true }).click();
    await expect.poll(() => first.textContent(), patience).toContain('i-0');
    farthing.expectNoConsoleErrors(page);
  });

  test('the table is downloaded as it is shown, with every digit', async () => {
    await open('&sort=-change');
    await page.getByText(/of 1,600 groups$/).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await text(await (await download).createReadStream());
    const lines = file.trimEnd().split('\r\n');
    const order = { order_by: 'change', order: 'desc' };
    const pages = [await readSeries(order), await readSeries({ ...order, page: '2' })];
    const groups = pages.flatMap((each) => each.groups);
    expect(lines).toHaveLength(resources + 2);
    const cells = lines.map((line) => line.split(','));
    const at = (name: string) => cells[0]!.indexOf(name);
    for (const [index, { group, resource_name: name, amount, change }] of groups.entries()) {
      const row = cells[index + 1]!;
      expect([
        row[at('Resource')],
        row[at('Resource name')],
        row[at('Total (USD)')],
        row[at('Previous period 2026-01-01 to 2026-01-31 (USD)')],
        row[at('Change (USD)')],
        row[at('Change (%)')],
      ]).toEqual([
        group['resource_id'],
        name,
        amount,
        change.previous,
        change.amount,
        change.percent ?? '',
      ]);
    }
    const { total } = pages[0]!;
    expect(cells.at(-1)![0]).toBe('Total');
    expect(cells.at(-1)![at('Total (USD)')]).toBe(total.amount);
    expect(cells.at(-1)![at('Change (USD)')]).toBe(total.change.amount);
  });

  test('the table has the columns that were chosen, also after a reload', async () => {
    await open();
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Share' }).click();
    await page.getByRole('switch', { name: 'Show columns by day' }).click({ force: true });
    await farthing.expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Feb 14' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Share' }).count()).toBe(0);
    // The first column stays where it is while the days scroll.
    const name = bodyRows().first().locator('td').first();
    const left = (await name.boundingBox())!.x;
    const region = page.getByRole('region', { name: 'Series' });
    await region.evaluate((element) => element.scrollTo({ left: 1500 }));
    expect((await name.boundingBox())!.x).toBeCloseTo(left, 0);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Share' }).click();
    await page.getByRole('switch', { name: 'Show columns by day' }).click({ force: true });
  });

  test('the table hides series in the chart, and leads to the costs of a row', async () => {
    await farthing.visit(page, `/explore?${february}&group=service`);
    const swatch = page.getByRole('button', { name: 'Show VM in the chart' });
    await swatch.click();
    await expect.poll(() => swatch.getAttribute('aria-pressed'), patience).toBe('false');
    await swatch.click();
    await page.getByRole('button', { name: 'Actions of VM', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Exclude this' }).click();
    await page.getByRole('button', { name: 'service is not VM' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Actions of VM', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Filter to this' }).click();
    await page.getByRole('button', { name: 'service is VM' }).waitFor();
    await page.waitForURL(/filter=/);
  });

  test('the table fits a narrow screen in dark colours', async () => {
    const small = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(small);
    await farthing.visit(small, `/explore?${february}&group=resource_id`);
    await small.getByText(/of 1,600 groups$/).waitFor();
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await farthing.expectNoAxeViolations(small);
  });

  test('two users comment on a report', async () => {
    const { workspaces } = (await farthing.send('GET', '/v2/workspaces')) as {
      workspaces: { token: string }[];
    };
    const report = (await farthing.send('POST', '/v2/cost_reports', {
      title: 'All costs',
      workspace_token: workspaces[0]!.token,
    })) as { token: string };
    await farthing.visit(page, `/cost-reports/${report.token}`);
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByLabel('Add a comment').fill('Why did it rise?');
    await comments.getByRole('button', { name: 'Comment', exact: true }).click();
    await comments.getByText('Why did it rise?').waitFor();
    await comments.getByRole('heading', { name: 'Comments 1' }).waitFor();
    await comments.getByRole('button', { name: /Actions of the comment/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await comments.getByLabel('Text of the comment').fill('Why did it rise in March?');
    await comments.getByRole('button', { name: 'Save' }).click();
    await comments.getByText('Why did it rise in March?').waitFor();
    await farthing.expectNoAxeViolations(page);

    const { link } = (await farthing.send('POST', '/console/users', {
      email: newEmail('ada'),
      name: 'Ada',
      role: 'editor',
    })) as { link: string };
    const second = await farthing.newPage();
    await second.goto(new URL(link).pathname + new URL(link).search);
    await second.locator('[name=password]').fill('correct horse battery');
    await second.getByRole('button', { name: 'Set password and log in' }).click();
    await second.getByRole('button', { name: 'Account menu' }).waitFor();
    await farthing.visit(second, `/cost-reports/${report.token}`);
    const others = second.getByRole('region', { name: 'Comments' });
    await others.getByText('Why did it rise in March?').waitFor();
    expect(await others.getByRole('button', { name: /Actions of the comment/ }).count()).toBe(0);
    await others.getByLabel('Add a comment').fill('A new cluster.');
    await others.getByRole('button', { name: 'Comment', exact: true }).click();
    await others.getByRole('heading', { name: 'Comments 2' }).waitFor();

    await page.reload();
    await comments.getByRole('article', { name: 'Comment by Ada' }).waitFor();
    await comments.getByRole('button', { name: 'Actions of the comment by Ada' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await comments.getByRole('article', { name: 'Comment by Ada' }).waitFor({ state: 'detached' });
  });
});
