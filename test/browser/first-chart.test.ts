import { describe, expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`from the first log-in to the first chart${skipNotice}`, () => {
  const farthing = startConsole();

  test('an empty installation says what to do, and an imported bill is drawn', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await page.getByText('There are no costs yet').waitFor();

    await farthing.importBill('2026-03', 1, 2, '3.5');
    await farthing.visit(page, '/explore?start=2026-03-01&end=2026-03-31');
    await page.locator('canvas').waitFor();
    const row = page.getByRole('row', { name: /Storage/ });
    expect(await row.textContent()).toContain('$6.50');
    expect(await row.textContent()).toContain('100.0%');
    farthing.expectNoConsoleErrors(page);
    await farthing.expectNoAxeViolations(page);
  });

  test('the question stands in the address, and going back asks the one before', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/explore?start=2026-03-01&end=2026-03-31');
    await page.getByText('Line', { exact: true }).click();
    await page.waitForURL(/chart=line/);
    await page.goBack();
    expect(page.url()).not.toContain('chart=line');
  });

  test('a wrong password is refused in the words of the API', async () => {
    const page = await farthing.newPage();
    await page.goto('/');
    await page.getByLabel('Email address').fill(farthing.owner.email);
    await page.locator('[name=password]').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The email address or the password is wrong').waitFor();
    await farthing.expectNoAxeViolations(page);
  });
});
