import { describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';
import { mspRows } from '../../domain/billing/managed-accounts/msp-features.js';
import { createAccount } from '../../domain/people/users/create-account.js';
import type { Context } from '../../platform/kernel/context.js';
import { billingRuleOperations } from './billing-rules.js';

const charge = {
  type: 'charge',
  title: 'MSP Fee',
  start_date: '2026-01-01',
  service: 'MSP',
  category: 'Fee',
  sub_category: 'Monthly',
  amount: 500,
};
const onAws = { type: 'custom', title: 'A', sql_query: 'UPDATE aws SET lineItem/UsageAmount = 1' };
const insert = {
  type: 'custom',
  title: 'I',
  sql_query: "INSERT INTO costs (provider, amount) VALUES ('aws', 110)",
};
const exclusion = { type: 'exclusion', title: 'X', charge_type: 'RIFee' };
const adjustment = { type: 'adjustment', title: 'J', percentage: 75 };

const sqlRule = (sql_query: string) => ({ type: 'custom', title: 'S', sql_query });
const notACurrency = (text: string) => `'${text}' is not a currency code such as USD`;

async function create(account: Account, body: object) {
  const response = await account.as.post('/v2/billing_rules', body);
  expect(response.body).not.toHaveProperty('errors');
  expect(response.status).toBe(201);
  return response.body;
}

describe('each type has its own fields, and null elsewhere', () => {
  const empty = {
    start_date: null,
    end_date: null,
    apply_to_all: false,
    charge_type: null,
    percentage: null,
    adjusted_rate: null,
    service: null,
    category: null,
    sub_category: null,
    start_period: null,
    amount: null,
    sql_query: null,
  };
  const everything = {
    ...charge,
    end_date: '2026-12-31T00:00:00.000Z',
    charge_type: 'Tax',
    percentage: '75',
    amount: '300.00',
    sql_query: "DELETE FROM aws\nWHERE aws.lineItem/LineItemType = 'Tax';",
  };
  const dates = { start_date: '2026-01-01', end_date: '2026-12-31T00:00:00.000Z' };
  const monthly = {
    service: 'MSP',
    category: 'Fee',
    sub_category: 'Monthly',
    start_period: '2026-01-01',
    amount: '300.0',
  };
  test.each([
    ['Exclusion', { charge_type: 'Tax' }],
    ['adjustment', { percentage: '75.0', adjusted_rate: '0.75', service: 'MSP', category: 'Fee' }],
    ['CREDIT', monthly],
    ['charge', monthly],
    ['custom', { sql_query: everything.sql_query }],
  ])('%s', async (type, own) => {
    const account = await newAccount();
    const created = await create(account, { ...everything, type });
    expect(created).toEqual({
      ...empty,
      ...dates,
      ...own,
      type,
      title: 'MSP Fee',
      token: expect.stringMatching(/^bllng_rule_/),
      created_by_token: account.owner.token,
      created_at: '2026-03-10T09:00:00Z',
    });
    expect((await account.as.get(`/v2/billing_rules/${created.token}`)).body).toEqual(created);
    expect((await account.as.get('/v2/billing_rules')).body.billing_rules).toEqual([created]);
  });
});

describe('a rule that is not complete or not possible is refused', () => {
  test.each([
    [{}, ['type is missing', 'title is missing']],
    [{ type: 'discount', title: 'D' }, ['type does not have a valid value']],
    [{ ...exclusion, charge_type: ' ' }, ['charge_type is missing']],
    [{ ...adjustment, percentage: undefined }, ['percentage is missing']],
    [{ ...adjustment, percentage: -1 }, ['percentage does not have a valid value']],
    [{ ...adjustment, percentage: 120 }, ['percentage must be at most 100 without a service']],
    [
      { type: 'credit', title: 'C' },
      ['start_date', 'service', 'category', 'sub_category', 'amount'].map((f) => `${f} is missing`),
    ],
    [
      { type: 'charge', amount: 5, service: ' ' },
      ['title', 'start_date', 'service', 'category', 'sub_category'].map((f) => `${f} is missing`),
    ],
    [{ type: 'custom' }, ['title is missing', 'sql_query is missing']],
    [{ ...charge, amount: 0 }, ['amount must be greater than 0']],
    [{ ...charge, start_date: '2026-02-30' }, ['start_date is invalid']],
    [{ ...charge, end_date: '2025-12-31' }, ['end_date must not be before start_date']],
    [{ ...charge, start_date: '1000-01-01' }, ['start_date must be from 1970-01-01 to 2105-12-31']],
    [{ ...exclusion, end_date: '9999-12-31' }, ['end_date must be from 1970-01-01 to 2105-12-31']],
    [{ ...charge, amount: '12345678901234567890' }, ['amount must be less than 1000000000000000']],
    [{ ...charge, amount: 1e22 }, ['amount must be less than 1000000000000000']],
    [{ ...adjustment, service: 'EC2', percentage: 1e22 }, ['percentage must be at most 1000000']],
    [sqlRule("UPDATE costs SET currency = 'lots of money'"), [notACurrency('lots of money')]],
    [
      sqlRule("INSERT INTO costs (provider, amount, currency) VALUES ('aws', 1, 'XXL')"),
      [notACurrency('XXL')],
    ],
    [sqlRule("UPDATE aws SET lineItem/CurrencyCode = 'no'"), [notACurrency('no')]],
    [
      sqlRule(
        "INSERT INTO costs (provider, amount, date) VALUES ('aws', 10000000000000000, '1000-01-01')",
      ),
      [
        'amount must be less than 1000000000000000',
        'accrued_at must be from 1970-01-01 to 2105-12-31',
      ],
    ],
    [
      sqlRule("DELETE FROM aws WHERE LOWER(aws.product/ipcFactor) LIKE '%' || aws.product/x"),
      ['product/ipcFactor', 'product/x'].map(
        (name) => `aws.${name} is not stored with costs, so rules cannot use it`,
      ),
    ],
    [
      sqlRule('UPDATE aws SET lineItem/BlendedCost = 1, product/vcpu = 2'),
      ['lineItem/BlendedCost', 'product/vcpu'].map(
        (name) => `aws.${name} cannot be changed by rules`,
      ),
    ],
    [{ type: 'custom', title: 'S' }, ['sql_query is missing']],
    [
      { type: 'custom', title: 'S', sql_query: 'UPDATE aws SET aws.lineItem/Foo = 1' },
      ['Unknown column aws.lineItem/Foo at line 1, column 16'],
    ],
    [
      { type: 'custom', title: 'S', sql_query: 'SELECT 1' },
      ['Only UPDATE, DELETE and INSERT are supported at line 1, column 1'],
    ],
  ])('%j', async (body, errors) => {
    const { as } = await newAccount();
    const response = await as.post('/v2/billing_rules', body);
    expect(response).toMatchObject({ status: 400, body: { errors } });
  });

  test('fields of other types are ignored, whatever they are', async () => {
    const account = await newAccount();
    const others = { percentage: -1, amount: 'many', service: 7, sql_query: { a: 1 } };
    const rule = await create(account, { ...others, ...exclusion });
    expect(rule).toMatchObject({ charge_type: 'RIFee', percentage: null, amount: null });
    const path = `/v2/billing_rules/${rule.token}`;
    expect(await account.as.put(path, { ...others, title: 'Y' })).toMatchObject({
      status: 200,
      body: { ...rule, title: 'Y' },
    });
  });

  test('more than the whole cost is for single services', async () => {
    const account = await newAccount();
    const rule = await create(account, { ...adjustment, percentage: 120, service: 'Amazon EC2' });
    expect(rule).toMatchObject({ percentage: '120.0', adjusted_rate: '1.2' });
  });
});

describe('update', () => {
  test('changes what is sent and checks the whole rule again', async () => {
    const account = await newAccount();
    const rule = await create(account, { ...adjustment, percentage: 120, service: 'Amazon EC2' });
    const path = `/v2/billing_rules/${rule.token}`;
    const renamed = await account.as.put(path, { title: 'Markup', type: 'exclusion', amount: 3 });
    expect(renamed).toMatchObject({ status: 200, body: { ...rule, title: 'Markup' } });
    const refused = await account.as.put(path, { service: '' });
    expect(refused.body.errors).toEqual(['percentage must be at most 100 without a service']);
    const cleared = await account.as.put(path, { service: '', percentage: 90 });
    expect(cleared.body).toMatchObject({ service: null, percentage: '90.0' });
  });

  test('null clears dates, which charges need; start_period counts without start_date', async () => {
    const account = await newAccount();
    const rule = await create(account, { ...charge, start_date: null, start_period: '2026-02-01' });
    expect(rule).toMatchObject({ start_date: '2026-02-01', start_period: '2026-02-01' });
    const path = `/v2/billing_rules/${rule.token}`;
    expect((await account.as.put(path, { end_date: '2026-02-28' })).body.end_date).toBe(
      '2026-02-28',
    );
    expect((await account.as.put(path, { end_date: null })).body.end_date).toBeNull();
    const refused = await account.as.put(path, { start_date: null });
    expect(refused).toMatchObject({ status: 400, body: { errors: ['start_date is missing'] } });
  });

  test('leaves an entry in the audit log, as creation and deletion do', async () => {
    const account = await newAccount();
    const { token } = await create(account, exclusion);
    await account.as.put(`/v2/billing_rules/${token}`, { title: 'Y' });
    await account.as.put(`/v2/billing_rules/${token}`, { title: 'Y' });
    expect((await account.as.delete(`/v2/billing_rules/${token}`)).status).toBe(204);
    expect((await account.as.get(`/v2/billing_rules/${token}`)).status).toBe(404);
    const { audit_logs: entries } = (await account.as.get(`/v2/audit_logs?object_token=${token}`))
      .body;
    expect(entries.map(({ event }: { event: string }) => event)).toEqual([
      'record_destroyed',
      'record_updated',
      'record_created',
    ]);
    expect(entries[1]).toMatchObject({
      object_type: 'Billing Rule',
      object_changes: { title: ['X', 'Y'] },
    });
  });
});

test('owners write, members read, other accounts see nothing', async () => {
  const account = await newAccount();
  const { token } = await create(account, exclusion);
  const viewer = (await account.newUser('viewer')).as;
  expect((await viewer.get(`/v2/billing_rules/${token}`)).status).toBe(200);
  expect((await viewer.post('/v2/billing_rules', exclusion)).status).toBe(403);
  expect((await viewer.put(`/v2/billing_rules/${token}`, { title: 'Y' })).status).toBe(403);
  expect((await viewer.delete(`/v2/billing_rules/${token}`)).status).toBe(403);
  const other = (await newAccount()).as;
  expect((await other.get(`/v2/billing_rules/${token}`)).status).toBe(404);
  expect((await other.get('/v2/billing_rules')).body.billing_rules).toEqual([]);
});

test('an account has at most twenty custom rules', async () => {
  const account = await newAccount();
  for (let count = 0; count < 20; count += 1) await create(account, { ...insert, type: 'Custom' });
  expect(await account.as.post('/v2/billing_rules', insert)).toMatchObject({
    status: 400,
    body: { errors: ['An account can have at most 20 custom billing rules'] },
  });
  await create(account, exclusion);
});

describe('managed accounts', () => {
  test('get a rule that applies to all at the end of its group', async () => {
    const account = await newAccount();
    const child = await newManagedAccount(account);
    const all = { apply_to_all: true };
    const [j, a, c, i] = [
      await create(account, { ...adjustment, ...all }),
      await create(account, { ...onAws, ...all }),
      await create(account, { ...charge, ...all }),
      await create(account, { ...insert, ...all }),
    ];
    const x = await create(account, exclusion);
    expect(await rulesOf(account, child)).toEqual([a, i, j, c].map(({ token }) => token));
    await account.as.put(`/v2/billing_rules/${x.token}`, all);
    expect(await rulesOf(account, child)).toEqual([a, i, j, x, c].map(({ token }) => token));
    await account.as.put(`/v2/billing_rules/${x.token}`, { apply_to_all: false });
    expect(await rulesOf(account, child)).toEqual([a, i, j, x, c].map(({ token }) => token));
    await account.as.delete(`/v2/billing_rules/${j.token}`);
    expect(await rulesOf(account, child)).toEqual([a, i, x, c].map(({ token }) => token));
  });

  test('keep a rule out that applies to all until it is turned on again', async () => {
    const account = await newAccount();
    const child = await newManagedAccount(account);
    const { token } = await create(account, { ...exclusion, apply_to_all: true });
    const { db } = account.app.services;
    await db
      .deleteFrom('managed_account_billing_rules')
      .where('managed_account_token', '=', child)
      .execute();
    await account.as.put(`/v2/billing_rules/${token}`, { title: 'Y', apply_to_all: true });
    expect(await rulesOf(account, child)).toEqual([]);
    await account.as.put(`/v2/billing_rules/${token}`, { apply_to_all: false });
    await account.as.put(`/v2/billing_rules/${token}`, { apply_to_all: true });
    expect(await rulesOf(account, child)).toEqual([token]);
  });

  test('run a statement that moves to another group behind the others of it', async () => {
    const account = await newAccount();
    const children = [await newManagedAccount(account), await newManagedAccount(account)];
    const stranger = await newManagedAccount(await newAccount());
    const all = { apply_to_all: true };
    const a = await create(account, { ...onAws, ...all });
    const j = await create(account, { ...adjustment, ...all });
    const x = await create(account, { ...exclusion, ...all });
    await account.as.put(`/v2/billing_rules/${a.token}`, {
      sql_query: 'DELETE FROM costs WHERE costs.amount = 0',
    });
    for (const child of children) {
      expect(await rulesOf(account, child)).toEqual([j.token, x.token, a.token]);
    }
    expect(await rulesOf(account, stranger)).toEqual([]);
  });
});

test('where the features are off, the list is empty and the rest is refused', async () => {
  const { app } = await newAccount();
  const services = { ...app.services, config: { ...app.services.config, msp: false } };
  const ctx = { services } as unknown as Context;
  expect(mspRows(ctx)).toHaveLength(1);
  const [, ...others] = billingRuleOperations;
  expect(others).toHaveLength(4);
  for (const operation of others) {
    const input = { params: {}, query: {}, body: {} };
    await expect(operation.run(input, ctx)).rejects.toMatchObject({ status: 403 });
  }
});

async function newManagedAccount({ app, account }: Account): Promise<string> {
  const { db } = app.services;
  const now = new Date('2026-03-10T09:00:00Z');
  const email = `${crypto.randomUUID()}@example.com`;
  const child = await createAccount(db, { name: 'Customer', ownerEmail: email, now });
  const { token } = child.account;
  const row = { token, account_token: account.token, contact_email: email, created_at: now };
  await db
    .insertInto('managed_accounts')
    .values({ ...row, billing_information: '{}', business_information: '{}' })
    .execute();
  return token;
}

async function rulesOf({ app }: Account, managedAccount: string): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('managed_account_billing_rules')
    .select('billing_rule_token')
    .where('managed_account_token', '=', managedAccount)
    .orderBy('position')
    .execute();
  return rows.map(({ billing_rule_token }) => billing_rule_token);
}
