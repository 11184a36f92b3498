import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`prices${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  beforeAll(async () => {
    if (isSkipped) return;
    page = await farthing.newPage({ width: 1440 });
    await farthing.logIn(page);
  });

  const rows = () => page.locator('table[aria-label="Prices"] tbody tr');

  test('a price is found by name and region, beside what commitments cost', async () => {
    await farthing.visit(page, '/prices');
    await page.getByText('compiled from memory of public list prices of Jan 1, 2025').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('M5.large');
    await page.waitForURL(/name=M5\.large/);
    await page.getByRole('combobox', { name: 'Region' }).click();
    await page.getByRole('option', { name: 'eu-west-1' }).click();
    await page.waitForURL(/region=eu-west-1/);
    // EC2 on Linux and Windows; `db.m5.large` is another name.
    await expect.poll(() => rows().count()).toBe(2);
    await farthing.expectNoAxeViolations(page);
    const cells = await rows().first().locator('td').allTextContents();
    expect(cells).toEqual([
      'm5.large2 vCPU, 8 GiB',
      'aws-ec2',
      'eu-west-1',
      'linux',
      '$0.107per hour',
      '$78.11',
      '≈ $49.21saves 37.0%',
      '≈ $57.02saves 27.0%',
      'Jan 1, 2025example',
    ]);
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Azure' }).click();
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows().count()).toBe(100);
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    farthing.expectNoConsoleErrors(page);
  });

  test('the page is accessible on a phone, in dark colours', async () => {
    const own = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(own);
    await farthing.visit(own, '/prices?name=m5');
    await own.getByText('m5.large').first().waitFor();
    await farthing.expectNoAxeViolations(own);
  });
});
