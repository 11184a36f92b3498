import { expect, test } from 'vitest';
import { firstOfMonth } from '../../src/platform/lib/days.js';
import { formatDate } from '../../src/platform/lib/time.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const farthing = startConsole();

test.skipIf(isSkipped)(
  `a managed account is created, delegated costs, looked into and left${skipNotice}`,
  async () => {
    await farthing.importBill('2026-02', 10, 20);
    await farthing.send('POST', '/v2/billing_rules', {
      type: 'charge',
      title: 'Platform fee',
      start_date: '2026-02-01',
      amount: 5,
      service: 'Support',
      category: 'Fee',
      sub_category: 'Fee',
    });
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/managed-accounts/new');
    await page.getByLabel('Name').fill('Acme');
    await page.getByLabel('Contact').fill('finance@acme.example');
    await page.getByRole('combobox', { name: 'Integrations' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Add a billing rule' }).click();
    await page.getByRole('option', { name: 'Platform fee' }).click();
    await page.getByText('1. Platform fee').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    const { managed_accounts: accounts } = (await farthing.send('GET', '/v2/managed_accounts')) as {
      managed_accounts: { access_credential_tokens: string[]; billing_rule_tokens: string[] }[];
    };
    expect(accounts[0]!.access_credential_tokens).toHaveLength(1);
    expect(accounts[0]!.billing_rule_tokens).toHaveLength(1);
    await page.getByRole('button', { name: 'Look into this account' }).click();
    await page.getByRole('region', { name: 'Managed account' }).waitFor();
    await farthing.visit(page, '/integrations');
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'New integration' }).count()).toBe(0);
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Back to your account' }).click();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    const narrow = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(narrow);
    await farthing.visit(narrow, '/managed-accounts');
    await farthing.expectNoAxeViolations(narrow);
    farthing.expectNoConsoleErrors(page);
  },
);

test.skipIf(isSkipped)(
  `rules are reordered by keyboard, previewed before they are saved, and stay in order${skipNotice}`,
  async () => {
    const lastMonth = firstOfMonth(formatDate(new Date()), -1);
    await farthing.importBill(lastMonth.slice(0, 7), 1000, 600, 50);
    const { integrations } = (await farthing.send('GET', '/v2/integrations')) as {
      integrations: { token: string }[];
    };
    const newRule = async (rule: object) =>
      (await farthing.send('POST', '/v2/billing_rules', rule))['token'] as string;
    const raise = await newRule({
      type: 'custom',
      title: 'Handling',
      sql_query: 'UPDATE costs SET amount = costs.amount + 10',
    });
    const half = await newRule({ type: 'adjustment', title: 'Half price', percentage: 50 });
    const fee = await newRule({
      type: 'charge',
      title: 'Support fee',
      start_date: lastMonth,
      amount: 7,
      service: 'Support',
      category: 'Fee',
      sub_category: 'Fee',
    });
    const account = await farthing.send('POST', '/v2/managed_accounts', {
      name: 'Orchard',
      contact_email: 'finance@orchard.example',
      access_credential_tokens: integrations.map(({ token }) => token),
      billing_rule_tokens: [raise, half, fee],
    });
    const path = `/managed-accounts/${String(account['token'])}`;
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, path);
    const rows = page.locator('.pipeline-row:not([aria-hidden])');
    const texts = async () =>
      (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    // 1650 in three lines: 30 more, then half of 1680.
    await expect
      .poll(texts)
      .toEqual([
        'Before any rule $1,650.00',
        expect.stringMatching(/^1\. Handling .* \+\$30\.00 .*\$1,680\.00$/),
        expect.stringMatching(/^2\. Half price .* −\$840\.00 .*\$840\.00$/),
        expect.stringMatching(/^3\. Support fee .* \+\$7\.00 .*\$847\.00$/),
        'After all rules ↓ −48.7% $847.00',
      ]);
    // The only rule of its group has nowhere to go.
    expect(await page.getByRole('button', { name: 'Move Support fee up' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Move Half price up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Half price is now number 1, 1 of 2 in Changes of costs.').waitFor();
    // The pressed button is disabled at the top; the keyboard goes on from the other one.
    await page.locator('[aria-label="Move Half price down"]:focus').waitFor();
    await expect
      .poll(texts)
      .toEqual([
        'Before any rule $1,650.00',
        expect.stringMatching(/^1\. Half price .* −\$825\.00 .*\$825\.00$/),
        expect.stringMatching(/^2\. Handling .* \+\$30\.00 .*\$855\.00$/),
        expect.stringMatching(/^3\. Support fee .* \+\$7\.00 .*\$862\.00$/),
        'After all rules ↓ −47.8% $862.00',
      ]);
    await page.getByText('which are not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Orchard' }).waitFor();
    await farthing.expectSoundPage(page, path);
    await expect.poll(async () => (await texts())[1]).toMatch(/^1\. Half price/);
    await farthing.visit(page, `/billing-rules/${half}`);
    await page.getByRole('row', { name: 'Orchard $1,650.00 −$825.00 $825.00' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  },
);
