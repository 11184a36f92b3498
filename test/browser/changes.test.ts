import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

const header =
  'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,BillingCurrency,ServiceName,ConsumedQuantity,ConsumedUnit';

const row = (day: string, cost: string, service: string, usage = ',', category = 'Usage') =>
  `AWS,1,${day.slice(0, 7)}-01,${day},${category},${cost},USD,${service},${usage}`;

/** January and February: usage of Compute, the price of Storage, Old, New, a charge without usage, and tax. */
const bill = [
  header,
  row('2026-01-01', '100', 'Compute', '1000,Hours'),
  row('2026-02-05', '150', 'Compute', '1500,Hours'),
  row('2026-01-05', '30', 'Storage', '300,GB'),
  row('2026-02-05', '45', 'Storage', '300,GB'),
  row('2026-01-05', '7.25', 'Old', '1,Hours'),
  row('2026-02-05', '20', 'New', '1,Hours'),
  row('2026-01-05', '5', 'Support'),
  row('2026-02-28', '6.5', 'Support'),
  row('2026-02-01', '16.5', 'Compute', ',', 'Tax'),
].join('\n');

const periods = 'start=2026-02-01&end=2026-02-28';

describe.skipIf(isSkipped)(`changes${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill);
    page = await farthing.newPage({ width: 1440 });
    await farthing.logIn(page);
  });

  const cellsOf = async (name: string): Promise<string[]> => {
    const found = page.locator('table[aria-label="Drivers"] tr').filter({
      has: page.locator('td:first-child', { hasText: new RegExp(`^${name}$`) }),
    });
    return (await found.locator('td').allTextContents()).slice(1, -1);
  };

  test('the headline of the explorer leads to what changed, to the cent', async () => {
    await farthing.visit(page, `/explore?${periods}`);
    await page.getByRole('link', { name: 'Why?' }).click();
    await page.waitForURL(/\/changes\?.*compare_start=2026-01-01/);
    await page.getByText('$142.25').first().waitFor();
    await page.getByText('$238.00').first().waitFor();
    await page.getByText('Run rate +$79.25, taxes, credits and one-time fees +$16.50').waitFor();
    await page.getByText('The periods have different lengths: 31 and 28 days.').waitFor();
    await page.locator('canvas').waitFor();
    const none = ['', ''];
    expect(await cellsOf('Compute')).toEqual([
      'Usage',
      '$100.00',
      '$150.00',
      '+$50.00',
      '+50.0%',
      '+$50.00',
      '$0.00',
    ]);
    expect(await cellsOf('Storage')).toEqual([
      'Price',
      '$30.00',
      '$45.00',
      '+$15.00',
      '+50.0%',
      '$0.00',
      '+$15.00',
    ]);
    expect(await cellsOf('New')).toEqual(['New', '$0.00', '$20.00', '+$20.00', '–', ...none]);
    expect(await cellsOf('Old')).toEqual(['Gone', '$7.25', '$0.00', '−$7.25', '−100.0%', ...none]);
    expect(await cellsOf('Support')).toEqual([
      'Changed',
      '$5.00',
      '$6.50',
      '+$1.50',
      '+30.0%',
      ...none,
    ]);
    expect(await cellsOf('Tax')).toEqual(['New', '$0.00', '$16.50', '+$16.50', '–', '']);
    expect(await cellsOf('Taxes, credits, one-time fees')).toEqual([
      '',
      '$0.00',
      '$16.50',
      '+$16.50',
      '–',
      '',
    ]);
    expect(await cellsOf('Total')).toEqual(['', '$142.25', '$238.00', '+$95.75', '+67.3%', '']);
    await farthing.expectNoAxeViolations(page);
  });

  test('averages per day are part of the address', async () => {
    await farthing.visit(page, `/changes?${periods}`);
    await page.getByRole('switch', { name: 'Per day' }).press('Space');
    await page.waitForURL(/per_day=1/);
    await page.getByText('Difference per day').waitFor();
    // 142.25 in 31 days, and 238.00 in 28 days.
    await page.getByText('$4.59').first().waitFor();
    await page.getByText('$8.50').first().waitFor();
    expect((await cellsOf('Compute')).slice(0, 4)).toEqual(['Usage', '$3.23', '$5.36', '+$2.13']);
    expect(await page.getByText('The periods have different lengths').count()).toBe(0);
  });

  test('a virtual tag that begins between the periods says so', async () => {
    await farthing.send('POST', '/v2/virtual_tag_configs', {
      key: 'crew',
      overridable: true,
      backfill_until: '2026-02-01',
      values: [{ name: 'web', filter: "costs.provider = 'aws' AND costs.service = 'Storage'" }],
    });
    await farthing.visit(page, `/changes?${periods}&group=tag:crew`);
    await page.getByText('Tag “crew” has values from Feb 1, 2026 only').waitFor();
  });

  test('a bar and a driver are broken down, and lead on to the explorer', async () => {
    await farthing.visit(page, `/changes?${periods}`);
    // The label of the second bar, below that of the period before.
    await page.locator('canvas').click({ position: { x: 130, y: 52 } });
    await page.waitForURL(/group=cost_category/);
    await page.getByRole('button', { name: 'service is Compute' }).waitFor();
    await page.getByRole('heading', { name: 'By category' }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('heading', { name: 'By account' }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Actions of Storage', exact: true }).click();
    await page.getByRole('menuitem', { name: 'View in explorer' }).click();
    await page.waitForURL(/\/explore\?/);
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    await page.getByTitle('$45.00').first().waitFor();
    await page.goBack();

    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await page.getByRole('heading', { name: 'By category' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test('a row of the explorer leads to its own change', async () => {
    await farthing.visit(page, `/explore?${periods}`);
    await page.getByRole('button', { name: 'Actions of Storage', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Why did it change?' }).click();
    await page.waitForURL(/\/changes\?/);
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    await page.getByText('Run rate +$15.00, taxes, credits and one-time fees $0.00').waitFor();
  });

  test('the change of a saved report stays within its filters', async () => {
    const { token } = await farthing.send('POST', '/v2/cost_reports', {
      title: 'Storage only',
      filter: "costs.provider = 'aws' AND costs.service = 'Storage'",
      groupings: 'service',
      start_date: '2026-02-01',
      end_date: '2026-02-28',
    });
    await farthing.visit(page, `/cost-reports/${String(token)}`);
    await page.getByRole('link', { name: 'Why?' }).click();
    await page.waitForURL(/\/changes\?.*report=/);
    await page.getByRole('link', { name: 'Storage only' }).waitFor();
    await page.getByText('Run rate +$15.00, taxes, credits and one-time fees $0.00').waitFor();
    await page.getByRole('button', { name: 'Actions of Storage', exact: true }).click();
    await page.getByRole('menuitem', { name: 'View in explorer' }).click();
    await page.waitForURL(/\/cost-reports\/rprt_\w+\?.*filter=/);
    await page.getByTitle('$45.00').first().waitFor();
  });

  test('periods without data for all days have no difference', async () => {
    await farthing.visit(page, '/changes?start=2026-01-01&end=2026-01-31');
    await page.getByText('0 of 31 days have data').waitFor();
    await page.getByText('No data').waitFor();
    await page.getByText('Not comparable').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await farthing.expectNoAxeViolations(page);
  });

  test('fits a narrow screen in dark colours', async () => {
    const small = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(small);
    await farthing.visit(small, `/changes?${periods}`);
    await small.locator('canvas').waitFor();
    const width = await small.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await farthing.expectNoAxeViolations(small);
    farthing.expectNoConsoleErrors(small);
  });
});
