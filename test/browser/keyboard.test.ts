import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstOfMonth } from '../../src/platform/lib/days.js';
import { formatDate } from '../../src/platform/lib/time.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

/** More than any page has stops before what a test looks for. */
const maxStops = 150;

/** Presses Tab until the focus is on a control of this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const control = document.activeElement as HTMLInputElement | null;
      const label = control?.getAttribute('aria-label') ?? control?.labels?.[0]?.textContent;
      return (label ?? control?.textContent ?? '').trim();
    });
    if (name.test(focused)) return;
  }
  throw new Error(`The focus never reached ${name.source}`);
}

describe.skipIf(isSkipped)(`by keyboard alone${skipNotice}`, () => {
  const farthing = startConsole();
  beforeAll(async () => {
    if (isSkipped) return;
    // The explorer starts with the last 30 days.
    const today = formatDate(new Date());
    for (const month of [firstOfMonth(today, -1), today]) {
      await farthing.importBill(month.slice(0, 7), ...Array.from({ length: 28 }, () => 10));
    }
  });

  test('a user logs in, filters costs, saves them as a report and finds it again', async () => {
    const page = await farthing.newPage();
    const press = (key: string) => page.keyboard.press(key);
    const type = (text: string) => page.keyboard.type(text);
    const search = page.getByRole('combobox', { name: 'Search pages and objects' });
    const openSearch = async () => {
      await press('Control+k');
      await expect
        .poll(() => search.evaluate((field) => field === document.activeElement))
        .toBe(true);
    };
    await page.goto('/');
    await page.getByLabel('Email address').waitFor();
    await tabTo(page, /^Email address/);
    await type(farthing.owner.email);
    await tabTo(page, /^Password/);
    await type(farthing.owner.password);
    await press('Enter');
    await page.getByRole('button', { name: 'Account menu' }).waitFor();

    await openSearch();
    await type('Explore');
    await page
      .getByRole('option', { name: /Explore/ })
      .first()
      .waitFor();
    await press('Enter');
    await page.getByRole('heading', { name: 'Explore', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Add filter' }).waitFor();
    await tabTo(page, /Add filter$/);
    await press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Service', exact: true }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await type('service');
    await press('ArrowDown');
    expect(await focused()).toBe('Service');
    await press('Enter');
    await page.getByRole('checkbox', { name: 'Storage' }).waitFor();
    await type('stor');
    await page.getByRole('checkbox', { name: '“stor” exactly this text' }).waitFor();
    await press('Enter');
    await tabTo(page, /^Apply$/);
    await press('Enter');
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    await expect.poll(focused).toBe('Or');

    await tabTo(page, /^Group by/);
    await press('Enter');
    await page.getByRole('textbox', { name: 'Search dimensions and tags' }).waitFor();
    await press('ArrowDown');
    await press('End');
    await press('ArrowUp');
    await press('Home');
    expect(await focused()).toBe('Provider');
    await press('ArrowUp');
    await type('regi');
    await press('Enter');
    await page.waitForURL(/group=service(,|%2C)region/);
    await press('Escape');
    await expect.poll(focused).toBe('Service, Region');

    await tabTo(page, /^Save as report$/);
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save as report' });
    await dialog.waitFor();
    await tabTo(page, /^Title/);
    await type('Storage by keyboard');
    await press('Enter');
    await page.waitForURL(/\/cost-reports\/rprt_\w+$/);
    const token = page.url().split('/').at(-1)!;
    const report = await farthing.send('GET', `/v2/cost_reports/${token}`);
    expect(report).toMatchObject({ title: 'Storage by keyboard' });
    expect(report['filter']).toContain("costs.service = 'Storage'");

    await openSearch();
    await type('Storage by');
    await page.getByRole('option', { name: /Storage by keyboard/ }).waitFor();
    await press('Escape');
    await search.waitFor({ state: 'hidden' });
    farthing.expectNoConsoleErrors(page);
  });
});
