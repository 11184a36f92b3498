import { beforeAll, expect, test } from 'vitest';
import { createInvoice, newBuyer, runGeneration } from '../../../test/invoices.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { encodePng } from '../../platform/lib/png.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const path = '/v2/billing_profiles';
const create = async (body: object) => account.as.post(path, { nickname: 'Main', ...body });
const bank = {
  bank_name: 'Haspa',
  secure_data: { iban: 'DE89370400440532013000', swift_bic: 'HASPDEHH' },
};

test('a new profile has all four parts, though none was given', async () => {
  const { status, body } = await create({});
  expect(status).toBe(201);
  expect(body).toMatchObject({
    nickname: 'Main',
    managed_accounts_count: '0',
    billing_information_attributes: { company_name: null, country_code: null, billing_email: [] },
    business_information_attributes: { metadata: { custom_fields: [] } },
    banking_information_attributes: {
      bank_name: null,
      secure_data: { account_number: null, routing_number: null, iban: null, swift_bic: null },
    },
    invoice_adjustment_attributes: { adjustment_items: [] },
    logo: null,
  });
  expect(body.billing_information_attributes.token).toMatch(/^blng_info_[0-9a-f]{16}$/);
});

test('an update merges each part key by key, replaces lists, and null clears', async () => {
  const { body: created } = await create({
    billing_information_attributes: {
      company_name: 'Nordlicht',
      city: 'Hamburg',
      billing_email: ['a@example.com', 'b@example.com'],
    },
    business_information_attributes: {
      metadata: { custom_fields: [{ name: 'VAT', value: 'DE1' }, { name: 'Empty' }] },
    },
    banking_information_attributes: bank,
  });
  const { body } = await account.as.put(`${path}/${created.token}`, {
    billing_information_attributes: {
      token: 'ignored',
      city: null,
      state: 'HH',
      billing_email: ['c@example.com'],
    },
    business_information_attributes: { metadata: {} },
    banking_information_attributes: { secure_data: { iban: null, account_number: '42' } },
  });
  expect(body.billing_information_attributes).toMatchObject({
    token: created.billing_information_attributes.token,
    company_name: 'Nordlicht',
    city: null,
    state: 'HH',
    billing_email: ['c@example.com'],
  });
  expect(body.business_information_attributes.metadata.custom_fields).toEqual([
    { name: 'VAT', value: 'DE1' },
    { name: 'Empty', value: null },
  ]);
  expect(body.banking_information_attributes).toMatchObject({
    bank_name: 'Haspa',
    secure_data: { account_number: '42', routing_number: null, iban: null, swift_bic: 'HASPDEHH' },
  });
});

test('account numbers are encrypted, filtered in the audit log, and shown to owners only', async () => {
  const { body: created } = await create({ banking_information_attributes: bank });
  await account.as.put(`${path}/${created.token}`, {
    banking_information_attributes: { secure_data: { iban: 'FR7630006000011234567890189' } },
  });
  const stored = await account.app.services.db
    .selectFrom('billing_profiles')
    .selectAll()
    .where('token', '=', created.token)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain('HASPDEHH');
  expect(stored.secure_data!.includes('FR76')).toBe(false);
  const viewer = await account.newUser('viewer');
  const seen = (await viewer.as.get(`${path}/${created.token}`)).body;
  expect(seen.banking_information_attributes).toMatchObject({
    bank_name: 'Haspa',
    secure_data: { account_number: null, routing_number: null, iban: null, swift_bic: null },
  });
  const { audit_logs: logs } = (await account.as.get('/v2/audit_logs')).body;
  const own = logs.filter((log: { object_token: string }) => log.object_token === created.token);
  expect(own).toHaveLength(2);
  expect(JSON.stringify(own)).not.toMatch(/HASPDEHH|FR76|DE89/);
  expect(own[0].changed_values.banking_information_attributes).toEqual([
    '[FILTERED]',
    '[FILTERED]',
  ]);
});

const adjustments = (item: object) => ({
  invoice_adjustment_attributes: {
    adjustment_items: [{ name: 'Tax', calculation_type: 'percentage', amount: 8.25, ...item }],
  },
});

test('adjustment items keep their order and are charges unless they say otherwise', async () => {
  const { body } = await create({
    invoice_adjustment_attributes: {
      adjustment_items: [
        { name: 'Tax', calculation_type: 'percentage', amount: 8.25 },
        { name: 'Partner', adjustment_type: 'discount', calculation_type: 'fixed', amount: 100 },
      ],
    },
  });
  expect(body.invoice_adjustment_attributes.adjustment_items).toEqual([
    { name: 'Tax', adjustment_type: 'charge', calculation_type: 'percentage', amount: '8.25' },
    { name: 'Partner', adjustment_type: 'discount', calculation_type: 'fixed', amount: '100.0' },
  ]);
});

test.each<[string, object]>([
  ['a blank nickname', { nickname: ' ' }],
  ['a country in lower case', { billing_information_attributes: { country_code: 'de' } }],
  ['an invalid email', { billing_information_attributes: { billing_email: ['nobody'] } }],
  ['a negative amount', adjustments({ amount: -1 })],
  ['a blank item name', adjustments({ name: ' ' })],
  ['an unknown type', adjustments({ adjustment_type: 'gift' })],
  ['an unknown calculation', adjustments({ calculation_type: 'guess' })],
  ['a discount above 100 %', adjustments({ adjustment_type: 'discount', amount: 100.5 })],
  ['a picture that is none', { logo: 'data:image/png;base64,AAAA' }],
])('%s is refused', async (_name, body) => {
  expect((await create(body)).status).toBe(400);
});

test('a logo that is cut off is refused with a sentence', async () => {
  const whole = encodePng(
    40,
    40,
    new Uint8Array(4800).map((_, index) => index * 37),
  );
  const cut = whole.subarray(0, whole.length / 2).toString('base64');
  const { status, body } = await create({ logo: `data:image/png;base64,${cut}` });
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    'logo must be a picture that is complete: this one is cut off or damaged',
  ]);
});

test('a logo is returned as it was sent, and is in the PDF of invoices', async () => {
  const logo =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body: profile } = await create({ logo });
  expect((await account.as.get(`${path}/${profile.token}`)).body.logo).toBe(logo);
  const buyer = await newBuyer(account, { profile: profile.token });
  const invoice = await createInvoice(account, buyer);
  await runGeneration(account, invoice);
  const { body } = await account.as.post(`/v2/invoices/${invoice}/download`, { file_type: 'pdf' });
  const { pathname, search } = new URL(body.download_url);
  const pdf = await account.app.server.inject({ url: pathname + search });
  expect(pdf.rawPayload.includes('/Subtype /Image')).toBe(true);
});

test('a profile can be sent back as it was read', async () => {
  const { body: created } = await create({
    ...adjustments({ amount: '8.250' }),
    banking_information_attributes: bank,
  });
  const { status, body } = await account.as.put(`${path}/${created.token}`, created);
  expect(status, JSON.stringify(body)).toBe(200);
  expect({ ...body, updated_at: '' }).toEqual({ ...created, updated_at: '' });
});

test('an amount can be text, and an empty type is that of a charge', async () => {
  const { status, body } = await create(adjustments({ amount: '0', adjustment_type: '' }));
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.invoice_adjustment_attributes.adjustment_items).toEqual([
    { name: 'Tax', adjustment_type: 'charge', calculation_type: 'percentage', amount: '0.0' },
  ]);
  expect((await create(adjustments({ amount: 'much' }))).status).toBe(400);
  expect((await create(adjustments({ amount: '1e13' }))).status).toBe(400);
});

test('a charge may be above 100 %', async () => {
  expect((await create(adjustments({ amount: 250 }))).status).toBe(201);
});

test('deleting a profile releases its managed accounts', async () => {
  const { body: profile } = await create({});
  const managed = await newBuyer(account, { profile: profile.token });
  const { body } = await account.as.get(`${path}/${profile.token}`);
  expect(body.managed_accounts_count).toBe('1');
  expect((await account.as.delete(`${path}/${profile.token}`)).status).toBe(204);
  const left = await account.app.services.db
    .selectFrom('managed_accounts')
    .select('msp_billing_profile_token')
    .where('token', '=', managed.account.token)
    .executeTakeFirstOrThrow();
  expect(left.msp_billing_profile_token).toBeNull();
});

test('only owners write, and servers where nobody may bill others answer 403', async () => {
  const editor = await account.newUser('editor');
  expect((await editor.as.post(path, { nickname: 'X' })).status).toBe(403);
  const { services } = account.app;
  const { config } = services;
  services.config = { ...config, msp: false };
  try {
    expect((await account.as.get(path)).status).toBe(403);
    expect((await account.as.post(path, { nickname: 'X' })).status).toBe(403);
    expect((await account.as.get('/v2/invoices')).status).toBe(403);
  } finally {
    services.config = config;
  }
});
