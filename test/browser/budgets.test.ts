import { describe, expect, test } from 'vitest';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`budgets${skipNotice}`, () => {
  const farthing = startConsole();
  const month = new Date().toISOString().slice(0, 7);

  test(
    'a budget with an alert tells by mail that it is exceeded',
    { timeout: timeoutMs },
    async () => {
      await farthing.importBill(month, '5');
      await farthing.send('POST', '/v2/cost_reports', { title: 'All costs of the company' });
      const page = await farthing.newPage();
      await farthing.logIn(page);

      await farthing.visit(page, '/budgets');
      await page.getByRole('link', { name: 'New budget' }).first().click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Name is missing').waitFor();
      await page.getByText('Amounts are missing: a budget needs an amount').waitFor();
      await page
        .getByText('Cost report or segment is missing: a budget needs costs to compare with')
        .waitFor();
      await page.getByLabel('Name', { exact: false }).fill('Company');
      await page.getByRole('combobox', { name: 'Cost report or segment' }).click();
      await page.getByRole('option', { name: 'All costs of the company' }).click();
      await page.getByLabel('Amount per month').fill('1000');
      await page.getByText('$12,000.00 in 12 months').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Company' }).waitFor();
      await page.getByRole('table', { name: 'Months' }).getByText('$5.00').first().waitFor();

      await page.getByRole('link', { name: 'Add alert' }).click();
      await page.getByText(/With these settings you would not have been notified/).waitFor();
      await page.getByRole('textbox', { name: 'Threshold' }).fill('80%');
      await page.getByRole('combobox', { name: 'Users' }).click();
      await page.getByRole('option', { name: farthing.owner.email }).click();
      await page.keyboard.press('Escape');
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: '80% of the budget' }).waitFor();
      await page.getByText('No alert has fired yet.').waitFor();

      await farthing.importBill(month, '1250');
      await waitFor('the mail', () => farthing.mails()[0]);
      expect(farthing.mails()[0]).toContain('125% of the budget Company');
      await farthing.visit(page, new URL(page.url()).pathname);
      const events = page.getByRole('table', { name: 'Fired alerts' });
      await events.getByText('$1,250.00').waitFor();
      await page.reload();
      await events.getByText('1 sent').waitFor();
      await page.getByText('Over budget', { exact: true }).first().waitFor();
      farthing.expectNoConsoleErrors(page);
      expect(farthing.mails()).toHaveLength(1);
      const { budgets } = (await farthing.send('GET', '/v2/budgets?q=company')) as {
        budgets: { cost_report_token: string }[];
      };
      await farthing.visit(page, `/cost-reports/${budgets[0]!.cost_report_token}`);
      await page.getByRole('list', { name: 'Legend' }).getByText('Budget Company').waitFor();
    },
  );
});
