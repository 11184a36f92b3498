import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { partsOf, startMailServer } from '../../../test/mail-server.js';
import {
  createInvoice,
  delegate,
  newBuyer,
  newProfile,
  runGeneration,
} from '../../../test/invoices.js';
import { deliverMessages } from '../../domain/watch/delivery/deliver-messages.js';

const billed = { account: '1', day: '2026-02-10' };
/** The costs of the specification's example, 1532.00. */
const charges = [
  { ...billed, cost: '918', service: 'EC2' },
  { ...billed, cost: '270', service: 'CloudFront' },
  { ...billed, cost: '90', service: 'Support', category: 'Purchase' as const },
  { ...billed, cost: '-45', service: 'EC2', category: 'Adjustment' as const },
  { ...billed, cost: '99', service: 'Platform Fee' },
  // Usage of January on the bill of February, and the other way round.
  { ...billed, day: '2026-01-30', billed: '2026-02', cost: '500', service: 'MSP Fee' },
  { ...billed, day: '2026-02-27', billed: '2026-03', cost: '7777', service: 'Late' },
  { ...billed, cost: '-300', service: 'EC2', category: 'Credit' as const },
];
const item = (name: string, type: string, calculation: string, amount: number) => ({
  name,
  adjustment_type: type,
  calculation_type: calculation,
  amount,
});

let account: Account;
let managed: Account;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mail = await startMailServer();
  account = await newAccount();
  await account.as.post('/v2/billing_profiles', {
    nickname: 'Main',
    billing_information_attributes: { company_name: 'Nordlicht' },
    banking_information_attributes: { secure_data: { iban: 'DE89370400440532013000' } },
    invoice_adjustment_attributes: {
      adjustment_items: [
        item('Partner discount', 'discount', 'percentage', 10),
        item('State Tax', 'charge', 'percentage', 8.25),
        item('Processing Fee', 'charge', 'fixed', 25),
        item('Goodwill', 'credit', 'fixed', 50),
      ],
    },
  });
  managed = await newBuyer(account, {
    billingEmails: ['pay@example.com', 'cfo@example.com', 'pay@example.com'],
  });
  await delegate(managed, await importCharges(account, charges));
});
afterEach(() => {
  account.app.services.sendMail = undefined;
  setTime('2026-03-10T09:00:00Z');
});
afterAll(async () => {
  await new Promise<void>((done) => mail.smtp.close(() => done()));
});

const path = (token: string, action = '') => `/v2/invoices/${token}${action}`;
const read = async (token: string, as = account.as) => (await as.get(path(token))).body;

/** The bytes behind the download link of a file. */
async function download(token: string, file_type: 'pdf' | 'csv', as = account.as) {
  const { body } = await as.post(path(token, '/download'), { file_type });
  const url = new URL(body.download_url);
  return account.app.server.inject({ url: url.pathname + url.search });
}

let draft: string;

test('an invoice is generated from the costs of its billing period, digit for digit', async () => {
  draft = await createInvoice(account, managed);
  expect(await read(draft)).toMatchObject({ status: 'generating', total: null });
  await runGeneration(account, draft);
  expect(await read(draft)).toMatchObject({
    status: 'draft',
    total: '1467.55',
    invoice_number: 'INV-2026-001',
    account_token: managed.account.token,
    msp_account_token: account.account.token,
    issue_date: '2026-03-10',
    due_date: '2026-03-20',
  });
  const { body: document } = await account.as.get(path(draft, '/document'));
  expect(document.subtotal).toBe('1532.00');
  const services = document.lines.map((line: { service: string }) => line.service);
  expect(services).toEqual([
    'CloudFront',
    'EC2',
    'EC2',
    'EC2',
    'MSP Fee',
    'Platform Fee',
    'Support',
  ]);
  expect(JSON.stringify(document)).not.toContain('DE8937');
});

test('its files need no credential for an hour, and agree with the total', async () => {
  const csv = await download(draft, 'csv');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="INV-2026-001.csv"');
  const rows = csv.body.trim().split('\n');
  expect(rows[0]).toBe(
    'invoice_number,billing_period_start,billing_period_end,account_name,line_type,provider,service,charge_type,description,amount,currency',
  );
  expect(rows).toHaveLength(1 + 7 + 4 + 1);
  expect(rows.at(-1)).toBe('INV-2026-001,2026-02-01,2026-02-28,Test,total,,,,Total,1467.55,USD');
  const pdf = await download(draft, 'pdf');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { body } = await account.as.post(path(draft, '/download'), { file_type: 'pdf' });
  const url = new URL(body.download_url);
  setTime('2026-03-10T10:00:01Z');
  const late = await account.app.server.inject({ url: url.pathname + url.search });
  expect(late.statusCode).toBe(404);
  expect((await account.as.post(path(draft, '/download'), { file_type: 'doc' })).status).toBe(400);
});

test('the link to a file is at the host of the request, as other links are', async () => {
  const headers = { host: 'costs.example.com' };
  const csv = { file_type: 'csv' };
  const { body } = await account.as.send('POST', path(draft, '/download'), csv, headers);
  expect(new URL(body.download_url).host).toBe('costs.example.com');
});

test('regenerating the same data gives the same number and the same bytes', async () => {
  const before = await download(draft, 'pdf');
  const again = await account.as.post(path(draft, '/regenerate'));
  expect(again.body).toMatchObject({ status: 'generating', total: null });
  // A second request starts no second job.
  await account.as.post(path(draft, '/regenerate'));
  expect((await account.as.post(path(draft, '/download'), { file_type: 'pdf' })).status).toBe(404);
  await runGeneration(account, draft);
  expect(await read(draft)).toMatchObject({ status: 'draft', invoice_number: 'INV-2026-001' });
  const after = await download(draft, 'pdf');
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
});

test('neither the database nor the file store has account numbers in clear', async () => {
  const row = await account.app.services.db
    .selectFrom('invoices')
    .selectAll()
    .where('token', '=', draft)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('DE8937');
  const key = `sealed/invoices/${draft}/${row.generation}/INV-2026-001.pdf`;
  const stored = await account.app.services.files.get(key);
  const bytes = Buffer.concat(await stored!.toArray());
  expect(bytes.includes('%PDF')).toBe(false);
});

test('sending needs a mail server and an address', async () => {
  for (const action of ['/send', '/send_and_approve']) {
    const { status, body } = await account.as.post(path(draft, action));
    expect([status, body.errors]).toEqual([400, ['Email delivery is not configured']]);
  }
  const isConfigured = async () =>
    (await account.as.get('/console/mail_server')).body.is_configured;
  expect(await isConfigured()).toBe(false);
  account.app.services.sendMail = mail.sendMail;
  expect(await isConfigured()).toBe(true);
  const silent = await newBuyer(account);
  const other = await createInvoice(account, silent);
  expect((await account.as.post(path(other, '/send'))).status).toBe(400);
  await runGeneration(account, other);
  const { status, body } = await account.as.post(path(other, '/send_and_approve'));
  expect([status, body.errors]).toEqual([400, ['No billing email is set for this account']]);
  expect(await read(other)).toMatchObject({ status: 'draft', total: '-25.00' });
});

test('a managed account sees its invoice once it is sent and approved', async () => {
  account.app.services.sendMail = mail.sendMail;
  expect((await managed.as.get(path(draft))).status).toBe(404);
  expect((await managed.as.get('/v2/invoices')).body.invoices).toEqual([]);
  const { body } = await account.as.post(path(draft, '/send_and_approve'));
  expect(body.recipients).toEqual(['pay@example.com', 'cfo@example.com']);
  expect(await read(draft, managed.as)).toMatchObject({ status: 'approved', total: '1467.55' });
  expect((await download(draft, 'pdf', managed.as)).statusCode).toBe(200);
  expect((await managed.as.get('/v2/invoices')).body.invoices).toHaveLength(1);
  expect((await managed.as.post(path(draft, '/send'))).body.recipients).toHaveLength(2);
  for (const action of ['/regenerate', '/send_and_approve']) {
    expect((await managed.as.post(path(draft, action))).status).toBe(404);
  }
  const stranger = await newBuyer(account);
  expect((await stranger.as.get(path(draft))).status).toBe(404);

  await deliverMessages({
    services: account.app.services,
    clock: account.app.clock,
    random: () => 0,
  });
  const received = mail.mails.find(({ to }) => to === 'cfo@example.com')!;
  const pdf = partsOf(received.raw).find(({ type }) => type === 'application/pdf')!;
  expect(pdf.content.equals((await download(draft, 'pdf')).rawPayload)).toBe(true);
});

test('regenerating withdraws the approval, and every transition is audited', async () => {
  await account.as.post(path(draft, '/regenerate'));
  await runGeneration(account, draft);
  expect(await read(draft)).toMatchObject({ status: 'draft', invoice_number: 'INV-2026-001' });
  expect((await managed.as.get(path(draft))).status).toBe(404);
  const { audit_logs: logs } = (await account.as.get('/v2/audit_logs')).body;
  const states = logs
    .filter((log: { object_token: string }) => log.object_token === draft)
    .map((log: { changed_values: { status: string[] } }) => log.changed_values.status[1]);
  expect(states.toReversed()).toEqual(
    'generating draft generating draft approved generating draft'.split(' '),
  );
});

test('an invoice goes to the billing emails of its account as they are now', async () => {
  account.app.services.sendMail = mail.sendMail;
  await account.as.put(`/v2/managed_accounts/${managed.account.token}`, {
    billing_information_attributes: { billing_email: ['corrected@example.com'] },
  });
  const { body } = await account.as.post(path(draft, '/send'));
  expect(body.recipients).toEqual(['corrected@example.com']);
});

test('numbers have no gaps, also when invoices are created at the same time', async () => {
  const seller = await newAccount();
  await newProfile(seller);
  const buyers = await Promise.all(Array.from({ length: 4 }, () => newBuyer(seller)));
  const requests = [...buyers, ...buyers].map((buyer) => createInvoice(seller, buyer));
  await Promise.all(requests);
  const { invoices } = (await seller.as.get('/v2/invoices')).body;
  const numbers = invoices.map((each: { invoice_number: string }) => each.invoice_number);
  expect(numbers).toEqual(['INV-2026-004', 'INV-2026-003', 'INV-2026-002', 'INV-2026-001']);
});

test.each<[string, object]>([
  [
    'a month that has not ended',
    { billing_period_start: '2026-03-01', billing_period_end: '2026-03-31' },
  ],
  ['a part of a month', { billing_period_end: '2026-02-27' }],
  ['another first day', { billing_period_start: '2026-02-02' }],
  ['an unknown account', { account_token: 'acct_0000000000000000' }],
  ['a month that has an invoice', {}],
])('%s is refused', async (_name, changes) => {
  const response = await account.as.post('/v2/invoices', {
    account_token: managed.account.token,
    billing_period_start: '2026-02-01',
    billing_period_end: '2026-02-28',
    ...changes,
  });
  expect(response.status).toBe(400);
});

test('an account without a billing profile cannot bill', async () => {
  const seller = await newAccount();
  const buyer = await newBuyer(seller);
  const response = await seller.as.post('/v2/invoices', {
    account_token: buyer.account.token,
    billing_period_start: '2026-02-01',
    billing_period_end: '2026-02-28',
  });
  expect([response.status, response.body.errors[0]]).toEqual([
    400,
    'There is no billing profile: create one first',
  ]);
});

test('own integrations of the managed account are billed only where that is set', async () => {
  for (const [includesOwn, total] of [
    [false, '0.00'],
    [true, '11.00'],
  ] as const) {
    const seller = await newAccount();
    await newProfile(seller);
    const buyer = await newBuyer(seller, { includesOwn });
    await importCharges(buyer, [{ cost: '11', day: '2026-02-03' }]);
    const token = await createInvoice(seller, buyer);
    await runGeneration(seller, token);
    expect((await seller.as.get(path(token))).body).toMatchObject({ status: 'draft', total });
  }
});

test('costs without an exchange rate fail the invoice instead of being left out', async () => {
  const seller = await newAccount();
  await newProfile(seller);
  const buyer = await newBuyer(seller);
  await delegate(
    buyer,
    await importCharges(seller, [{ cost: '5', day: '2026-02-03', currency: 'SEK' }]),
  );
  const token = await createInvoice(seller, buyer);
  await runGeneration(seller, token);
  const { status, total, failure_reason: reason } = (await seller.as.get(path(token))).body;
  expect([status, total]).toEqual(['failed', null]);
  expect(reason).toContain('Costs in SEK cannot be converted to USD');
  await buyer.app.services.db
    .updateTable('workspaces')
    .set({ currency: 'SEK' })
    .where('token', '=', buyer.workspace.token)
    .execute();
  await seller.as.post(path(token, '/regenerate'));
  await runGeneration(seller, token);
  expect((await seller.as.get(path(token))).body).toMatchObject({ status: 'draft', total: '5.00' });
});

test('an invoice is not made while costs are being imported', async () => {
  const seller = await newAccount();
  await newProfile(seller);
  const buyer = await newBuyer(seller);
  const integration = await importCharges(seller, [{ cost: '5', day: '2026-02-03' }]);
  await delegate(buyer, integration);
  const setStatus = (status: 'importing' | 'imported') =>
    seller.app.services.db
      .updateTable('integrations')
      .set({ status })
      .where('token', '=', integration)
      .execute();
  await setStatus('importing');
  const token = await createInvoice(seller, buyer);
  await runGeneration(seller, token);
  const failed = (await seller.as.get(path(token))).body;
  expect([failed.status, failed.failure_reason]).toEqual([
    'failed',
    expect.stringContaining('still being imported'),
  ]);
  await setStatus('imported');
  await seller.as.post(path(token, '/regenerate'));
  await runGeneration(seller, token);
  expect((await seller.as.get(path(token))).body).toMatchObject({ status: 'draft', total: '5.00' });
});

test('an invoice stays when its managed account is deleted', async () => {
  const seller = await newAccount();
  await newProfile(seller);
  const buyer = await newBuyer(seller);
  const token = await createInvoice(seller, buyer);
  await runGeneration(seller, token);
  await buyer.app.services.db
    .deleteFrom('accounts')
    .where('token', '=', buyer.account.token)
    .execute();
  expect((await seller.as.get(path(token))).body).toMatchObject({
    status: 'draft',
    account_token: buyer.account.token,
    account_name: 'Test',
  });
  expect((await seller.as.post(path(token, '/regenerate'))).status).toBe(404);
  expect((await seller.as.get(path(token))).body.status).toBe('draft');
});
