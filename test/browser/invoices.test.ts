import { expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

const farthing = startConsole();

test.skipIf(isSkipped)(
  `an invoice is created, traced, approved and downloaded, and leads to its costs${skipNotice}`,
  async () => {
    await farthing.importBill('2026-02', 10, 20);
    const { integrations } = (await farthing.send('GET', '/v2/integrations')) as {
      integrations: { token: string }[];
    };
    const rule = await farthing.send('POST', '/v2/billing_rules', {
      type: 'charge',
      title: 'Platform fee',
      start_date: '2026-02-01',
      amount: 5,
      service: 'Platform team',
      category: 'Fee',
      sub_category: 'Fee',
    });
    await farthing.send('POST', '/v2/managed_accounts', {
      name: 'Acme',
      contact_email: 'finance@acme.example',
      access_credential_tokens: [integrations[0]!.token],
      billing_rule_tokens: [rule['token']],
      billing_information_attributes: { billing_email: ['pay@acme.example'] },
    });
    const page = await farthing.newPage();
    await farthing.logIn(page);

    await farthing.visit(page, '/billing-profiles/new');
    await page.getByLabel('Nickname').fill('Main');
    await page.getByLabel('Company name').fill('Nordlicht');
    await page.getByRole('button', { name: 'Add an adjustment' }).click();
    await page.getByLabel('Name', { exact: true }).fill('VAT');
    await page.getByLabel('Value', { exact: true }).fill('20');
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Main' }).waitFor();
    await farthing.expectSoundPage(page, '/billing-profiles');

    await farthing.visit(page, '/invoices/new');
    await page.getByRole('combobox', { name: 'Managed account' }).click();
    await page.getByRole('option', { name: 'Acme' }).click();
    await page.getByRole('combobox', { name: 'Billing period' }).click();
    await page.getByRole('option', { name: /Feb.* 2026/ }).click();
    await page.getByRole('button', { name: 'Create invoice' }).click();
    // 30 of the bill, a fee of 5, and 20 % of VAT.
    const preview = page.getByRole('region', { name: 'Preview of the invoice' });
    await preview.getByText('$42.00').first().waitFor();
    await preview.getByText('VAT (20%)').waitFor();
    await farthing.expectSoundPage(page, new URL(page.url()).pathname);
    const invoicePage = new URL(page.url()).pathname;

    await page.getByRole('button', { name: 'Platform team' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'Platform fee' }).waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Approve and send' }).click();
    await page.getByText('pay@acme.example').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Approve without sending' }).click();
    await page.getByRole('button', { name: 'Send again' }).waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^PDF/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^INV-\d{4}-001\.pdf$/);

    await farthing.expectSoundPage(page, '/invoices?status=approved');
    await farthing.expectSoundPage(page, `${invoicePage}/costs`);
    await page.getByRole('button', { name: 'Look into Acme' }).click();
    await page.getByRole('region', { name: 'Managed account' }).waitFor();
    await expect.poll(() => page.url()).toContain('/explore?');
    await page.getByRole('button', { name: 'Back to your account' }).click();
    await page.getByRole('button', { name: 'Send again' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  },
);
