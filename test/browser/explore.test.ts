import { type Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

const march = 'start=2026-03-01&end=2026-03-31';

describe.skipIf(isSkipped)(`the explorer${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importBill('2026-03', 1, 2, '3.5');
    page = await farthing.newPage();
    await farthing.logIn(page);
  });

  test('a query is saved as a report and changed', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await page.getByRole('combobox', { name: 'Measure' }).click();
    await page.getByRole('option', { name: 'Usage' }).click();
    await page.waitForURL(/measure=usage/);
    await page.goBack();
    await page.getByRole('button', { name: 'Save as report' }).click();
    await page.getByLabel('Title').fill('March');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/cost-reports\/rprt_\w+$/);
    await page.getByRole('heading', { name: 'March' }).waitFor();

    await page.getByText('Line', { exact: true }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved “March”.').last().waitFor();
    await page.waitForURL((url) => url.search === '');
    await page.reload();
    expect(await page.getByRole('radio', { name: 'Line' }).isChecked()).toBe(true);
    await farthing.expectNoAxeViolations(page);

    await farthing.visit(page, '/cost-reports');
    await page.getByRole('link', { name: 'March' }).click();
    await page.locator('canvas').waitFor();
  });

  test('a click filters to a series, and its figure is explained down to the rows', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await page.getByRole('button', { name: 'Actions of Storage', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Explain' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/sum to exactly \$6\.50/).waitFor();
    await panel.getByText('bill.csv, row 3').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.keyboard.press('Escape');

    await page
      .getByRole('table', { name: 'Series' })
      .getByRole('button', { name: 'Storage', exact: true })
      .click();
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    await page.waitForURL(/filter=/);
    await page.goBack();
    await page.getByText('All costs').waitFor();
    farthing.expectNoConsoleErrors(page);
  });
});
