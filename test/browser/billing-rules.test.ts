import { describe, expect, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`billing rules${skipNotice}`, () => {
  const farthing = startConsole();

  test(
    'a rule of each form is made, found in the list and changed',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/billing-rules');
      await page.getByText('There are no billing rules yet').waitFor();
      await page.getByRole('link', { name: 'New billing rule' }).first().click();
      await page.getByRole('link', { name: 'Adjustment' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Markup');
      await page.getByRole('textbox', { name: 'Percentage' }).fill('120');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Percentage must be at most 100 without a service').waitFor();
      await page.getByRole('textbox', { name: 'Service' }).fill('Amazon EC2');
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Markup' }).waitFor();

      await farthing.visit(page, '/billing-rules');
      await page.getByRole('cell', { name: '120% of Amazon EC2' }).waitFor();
      await page.getByRole('link', { name: 'Markup' }).click();
      await page.getByRole('textbox', { name: 'Percentage' }).fill('110.5');
      await page.getByRole('switch', { name: 'Apply to all managed accounts' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: '110.5% of Amazon EC2' }).waitFor();
      await page.getByRole('cell', { name: 'All managed accounts' }).waitFor();
    },
  );

  test('a statement is checked as it is typed', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(page);
    await farthing.visit(page, '/billing-rules/new?type=custom');
    await page.getByRole('textbox', { name: 'Title' }).fill('Free of tax');
    const editor = page.getByRole('textbox', { name: 'Statement' });
    await editor.click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className ?? ''))
      .toContain('cm-content');
    await page.keyboard.type('DELETE FROM aws WHERE aws.lineItem/Foo IS NULL');
    await page.getByText('Unknown column aws.lineItem/Foo at line 1, column 23').waitFor();
    await page.locator('.cm-lintRange-error', { hasText: 'aws.lineItem/Foo' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Statement is invalid: Unknown column/).waitFor();
    await farthing.expectNoAxeViolations(page);
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('DELETE FROM aws WHERE aws.lineItem/TaxType IS NOT NULL');
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Free of tax' }).waitFor();
    await page.getByText('DELETE FROM aws').waitFor();
  });
});
