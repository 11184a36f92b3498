import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../harness.js';
import { newBuyer, runGeneration } from '../invoices.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

test('manages billing rules', async () => {
  const created = await client.billingRules.create({
    type: 'credit',
    title: 'Goodwill',
    start_date: '2023-01-01',
    service: 'MSP',
    category: 'Credit',
    sub_category: 'Goodwill',
    amount: 300,
  });
  expect(created).toMatchObject({
    type: 'credit',
    start_date: '2023-01-01',
    start_period: '2023-01-01',
    amount: '300.0',
    apply_to_all: false,
    percentage: null,
    created_by_token: account.owner.token,
  });
  expect(await client.billingRules.get(created.token)).toEqual(created);
  const changed = await client.billingRules.update(created.token, { amount: 250.25 });
  expect(changed).toEqual({ ...created, amount: '250.25' });
  expect((await client.billingRules.list({ limit: 1 })).billing_rules).toEqual([changed]);
  await client.billingRules.delete(created.token);
  await expect(client.billingRules.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('the reason and the position of an invalid statement reach the client', async () => {
  const creation = client.billingRules.create({
    type: 'custom',
    title: 'Markup',
    sql_query: 'UPDATE aws SET aws.lineItem/Foo = 1',
  });
  await expect(creation).rejects.toMatchObject({
    status: 400,
    errors: ['Unknown column aws.lineItem/Foo at line 1, column 16'],
  });
});

test('manages billing profiles', async () => {
  const created = await client.billingProfiles.create({
    nickname: 'Main',
    billing_information_attributes: { company_name: 'Seller Ltd', country_code: 'GB' },
  });
  expect(created).toMatchObject({
    nickname: 'Main',
    billing_information_attributes: { company_name: 'Seller Ltd', country_code: 'GB' },
  });
  const renamed = await client.billingProfiles.update(created.token, { nickname: 'Europe' });
  expect(renamed).toMatchObject({ ...created, nickname: 'Europe', updated_at: renamed.updated_at });
  expect(await client.billingProfiles.get(created.token)).toEqual(renamed);
  expect((await client.billingProfiles.list({})).billing_profiles).toEqual([renamed]);
  await client.billingProfiles.delete(created.token);
  await expect(client.billingProfiles.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('generates, downloads, sends and regenerates invoices', async () => {
  await client.billingProfiles.create({ nickname: 'Main' });
  const buyer = await newBuyer(account, { billingEmails: ['billing@example.com'] });
  const { token } = await client.invoices.create({
    account_token: buyer.account.token,
    billing_period_start: '2026-02-01',
    billing_period_end: '2026-02-28',
  });
  await runGeneration(account, token);
  const draft = await client.invoices.get(token);
  expect(draft).toMatchObject({ status: 'draft', total: '0.00' });
  expect((await client.invoices.list({})).invoices).toEqual([draft]);
  const { download_url } = await client.invoices.downloadInvoice(token, { file_type: 'csv' });
  expect(await (await fetch(download_url)).text()).toContain(draft.invoice_number);
  expect(await client.invoices.getCostReport(token)).toMatchObject({
    cost_report_url: expect.stringMatching(/^http/),
  });
  await expect(client.invoices.sendInvoice(token)).rejects.toMatchObject({
    errors: [expect.stringContaining('mail')],
  });
  expect(await client.invoices.regenerateInvoice(token)).toMatchObject({ status: 'generating' });
});
