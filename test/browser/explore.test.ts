import { text } from 'node:stream/consumers';
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

  test('an invalid filter is underlined, values are completed, and chips show the filter', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await page.getByRole('button', { name: 'VQL' }).click();
    const editor = page.locator('.cm-content');
    await editor.fill("costs.provider == 'aws'");
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page
      .getByText(/^Invalid VQL at line 1, column/)
      .first()
      .waitFor();
    await page.locator('.cm-lintRange-error').waitFor();

    await editor.fill('');
    await editor.pressSequentially("costs.provider = 'aws' AND costs.service = 'Stor", {
      delay: 5,
    });
    await page.locator('.cm-tooltip-autocomplete').getByText('Storage').first().click();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/Storage/);
    await page.getByRole('button', { name: 'Chips' }).click();
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    await farthing.expectNoAxeViolations(page);
  });

  test('a click filters to a series, and its figure is explained down to the rows', async () => {
    // A new page, because the browser logged the failed request of the invalid filter as an error.
    const page = await farthing.newPage();
    await farthing.logIn(page);
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

  test('costs are exported as CSV', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const link = dialog.getByRole('link', { name: 'File 1 of 1' });
    await link.waitFor();
    await farthing.expectNoAxeViolations(page);
    const download = page.waitForEvent('download');
    await link.click();
    const file = await text(await (await download).createReadStream());
    expect(file).toContain('Storage');
    expect(file).toMatch(/\b3\.5\b/);
  });
});
