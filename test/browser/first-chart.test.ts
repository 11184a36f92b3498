import { describe, expect, test } from 'vitest';
import { focusBill } from '../focus-bill.js';
import { isSkipped, newEmail, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`from the first login to the first chart${skipNotice}`, () => {
  const farthing = startConsole();

  test('an empty installation offers demo data, sources and an upload, and a file leads to the first chart', async () => {
    const page = await farthing.newPage();
    await farthing.logInByForm(page);
    await page.getByRole('heading', { name: 'Welcome to Farthing' }).waitFor();
    await page.getByRole('button', { name: 'Create the demo company' }).waitFor();
    await page.getByRole('link', { name: 'Google Cloud' }).waitFor();

    await page.locator('input[type=file]').setInputFiles({
      name: 'bill.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(focusBill('1', '2026-03', 1, 2, '3.5', 'x')),
    });
    await page.getByRole('heading', { name: 'Imported bill.csv with warnings' }).waitFor();
    await page.getByText(/Imported with warnings: 4 rows read, 3 stored, 1 rejected \(/).waitFor();
    await page.getByRole('row', { name: /BilledCost/ }).waitFor();
    await farthing.expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'View costs' }).click();
    await page.locator('canvas').waitFor();
    const row = page.getByRole('row', { name: /Storage/ });
    expect(await row.textContent()).toContain('$6.50');
    expect(await row.textContent()).toContain('100.0%');
    farthing.expectNoConsoleErrors(page);
    await farthing.expectNoAxeViolations(page);

    await farthing.visit(page, '/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page
      .getByRole('row', { name: /Storage/ })
      .first()
      .waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('the address holds the query, and going back restores the previous one', async () => {
    const page = await farthing.newPage();
    await farthing.logInByForm(page);
    await farthing.visit(page, '/explore?start=2026-03-01&end=2026-03-31');
    await page.getByText('Line', { exact: true }).click();
    await page.waitForURL(/chart=line/);
    await page.goBack();
    expect(page.url()).not.toContain('chart=line');
  });

  test('an invitation link asks for a password and logs in', async () => {
    const page = await farthing.newPage();
    const { link } = await farthing.send('POST', '/console/users', { email: newEmail('new') });
    await page.goto(String(link));
    await page.locator('[name=password]').fill('correct horse battery');
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test('a wrong password shows the error of the API', async () => {
    const page = await farthing.newPage();
    await page.goto('/');
    await page.getByLabel('Email address').fill(farthing.owner.email);
    await page.locator('[name=password]').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Incorrect email address or password').waitFor();
    await farthing.expectNoAxeViolations(page);
  });
});
