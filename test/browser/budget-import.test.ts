import { describe, expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`import of budgets${skipNotice}`, () => {
  const farthing = startConsole();
  const month = new Date().toISOString().slice(0, 7);

  test('the CSV import shows what it will do, and its budgets add up', async () => {
    const report = await farthing.send('POST', '/v2/cost_reports', { title: 'All costs' });
    await farthing.send('POST', '/v2/budgets', {
      name: 'Company',
      cost_report_token: report['token'],
      periods: [{ start_at: `${month}-01`, amount: 1000 }],
    });
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/budgets/import');
    const choose = (text: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'budgets.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      });
    await choose(`Budget,${month}\nCompany,1\n`);
    await page.getByText('Line 2: there is a budget named “Company” already.').waitFor();
    expect(await page.getByRole('button', { name: 'Import 1 budget' }).isDisabled()).toBe(true);
    await choose(
      `Budget,Parent Budget,${month}\nCloud,,\nProduction,Cloud,700.50\nTest,Cloud,300\n`,
    );
    await page.getByText('Sum of Production, Test').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Import 3 budgets' }).click();
    await page.getByRole('link', { name: 'Cloud' }).click();
    const children = page.getByRole('table', { name: 'Child budgets' });
    await children.getByText('70.0%').waitFor();
    await page.getByRole('table', { name: 'Months' }).getByText('$1,000.50').first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type Cloud to delete it permanently').fill('Cloud');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/budgets');
    await page.getByRole('link', { name: 'Production' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });
});
