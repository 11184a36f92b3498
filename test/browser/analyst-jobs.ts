import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Console } from './console.js';

/** The jobs of an analyst with the demo company, each from the overview, with the clicks that it takes. */
export function analystJobs(farthing: Console): void {
  describe('an analyst', () => {
    let page: Page;
    let clicks: number;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const link = (name: string | RegExp, within: Locator | Page = page) =>
      within.getByRole('link', { name, exact: typeof name === 'string' }).first();
    const button = (name: string | RegExp, within: Locator | Page = page) =>
      within.getByRole('button', { name, exact: typeof name === 'string' }).first();
    const table = (name: string) => page.getByRole('table', { name, exact: true });

    beforeEach(async () => {
      page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/');
      clicks = 0;
    });

    test('sees what was spent, and whether it is a lot, without a click', async () => {
      await page.getByText(/^Total, .+ \(UTC\)$/).waitFor();
      await page
        .getByText(/compared with/i)
        .first()
        .waitFor();
      await page.getByText(/^Forecast through/).waitFor();
      await page.getByText('Daily average').waitFor();
      await table('Largest changes').getByRole('row').nth(3).waitFor();
    });

    test('finds what moved and why with two clicks', async () => {
      await click(link('Why?'));
      const drivers = table('Drivers');
      await drivers.getByText('Total').waitFor();
      await click(drivers.getByRole('row').nth(1).getByRole('link').first());
      await page.waitForURL(/changes\?.*filter=/);
      await table('Drivers').getByText('Total').waitFor();
      expect(clicks).toBe(2);
    });

    test('finds who owns a cost with one click', async () => {
      await click(link('shop', table('Top teams')));
      await page.waitForURL(/\/explore\?/);
      await button(/Team is shop/).waitFor();
      await table('Series').getByRole('cell', { name: 'Total', exact: true }).waitFor();
      expect(clicks).toBe(1);
    });

    test('finds the resource behind a cost with three clicks', async () => {
      await click(link('Amazon CloudFront', table('Top services')));
      await table('Series').getByRole('cell', { name: 'Total', exact: true }).waitFor();
      await click(button(/^Actions of .+ in the chart$/));
      await click(page.getByRole('menuitem', { name: 'Resource', exact: true }));
      await table('Series')
        .getByText(/distribution/)
        .first()
        .waitFor();
      expect(clicks).toBe(3);
    });

    test('learns whether a budget will be kept with one click', async () => {
      await table('Budgets this month').getByText('Over budget').waitFor();
      await click(link('AWS in production', table('Budgets this month')));
      await page.getByText('Forecast', { exact: true }).first().waitFor();
      await page.getByText('On track').first().waitFor();
      expect(clicks).toBe(1);
    });

    test('asks to be told before a budget is exceeded with five clicks', async () => {
      await click(link('AWS in production', table('Budgets this month')));
      await click(link('Add alert'));
      await page.getByRole('textbox', { name: 'Threshold' }).fill('100%');
      await click(page.getByRole('combobox', { name: 'Users' }));
      await click(page.getByRole('option', { name: farthing.owner.email }));
      await page.keyboard.press('Escape');
      await click(button('Save'));
      await link('100% of the budget').waitFor();
      expect(clicks).toBe(5);
    });

    test('finds what can be saved this week, and how, with two clicks', async () => {
      await click(link('All recommendations'));
      const rows = table('Recommendations');
      await click(rows.getByRole('link').first());
      await page
        .getByText(/per month/)
        .first()
        .waitFor();
      await button(/^Copy/).waitFor();
      expect(clicks).toBe(2);
    });

    test('learns what to commit to with one click', async () => {
      await click(link('Commitments', page.getByRole('navigation')));
      await table('Terms and payment').getByRole('row').nth(2).waitFor();
      await page.getByText(/it is even .+ per month over the term/).waitFor();
      expect(clicks).toBe(1);
    });

    test('bills a customer with five clicks', async () => {
      await click(page.getByRole('navigation').locator('summary', { hasText: 'Bill' }));
      await click(link('Invoices', page.getByRole('navigation')));
      await click(table('Invoices').getByRole('link').first());
      await click(button('Approve and send'));
      const dialog = page.getByRole('dialog');
      await click(button(/^Approve/, dialog));
      await page
        .getByText(/Approved/)
        .first()
        .waitFor();
      expect(clicks).toBe(5);
    });

    test('hands the monthly report to finance with four clicks', async () => {
      await click(link('Dashboards', page.getByRole('navigation')));
      await click(link('Monthly review', page.locator('main')));
      await click(button('Share'));
      const download = page.waitForEvent('download');
      await click(page.getByRole('menuitem', { name: /^Download PDF/ }));
      expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
      expect(clicks).toBe(4);
    });
  });
}
