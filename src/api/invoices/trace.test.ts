import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import {
  createInvoice,
  delegate,
  newBuyer,
  newProfile,
  runGeneration,
} from '../../../test/invoices.js';

let seller: Account;
let buyer: Account;
let invoice: string;
let rules: Record<'markup' | 'fee', string>;

beforeAll(async () => {
  seller = await newAccount();
  await newProfile(seller);
  buyer = await newBuyer(seller);
  const charge = { account: '1', day: '2026-02-10' };
  const integration = await importCharges(seller, [
    { ...charge, cost: '100', service: 'EC2', resource: 'i-1' },
    { ...charge, cost: '10', service: 'EC2', resource: 'i-2' },
    { ...charge, cost: '7', service: 'S3' },
  ]);
  await delegate(buyer, integration);
  const create = async (body: object): Promise<string> =>
    (await seller.as.post('/v2/billing_rules', body)).body.token;
  rules = {
    markup: await create({ type: 'adjustment', title: 'Markup', service: 'EC2', percentage: 104 }),
    fee: await create({
      type: 'charge',
      title: 'Fee',
      start_date: '2026-02-01',
      service: 'Platform team',
      category: 'Fee',
      sub_category: 'Fee',
      amount: 5,
    }),
  };
  await seller.as.put(`/v2/managed_accounts/${buyer.account.token}`, {
    billing_rule_tokens: [rules.markup, rules.fee],
  });
  invoice = await createInvoice(seller, buyer);
  await runGeneration(seller, invoice);
});

const trace = async (service: string, charge_type: string, as = seller.as) => {
  const line = new URLSearchParams({ provider: 'aws', service, charge_type });
  return as.get(`/v2/invoices/${invoice}/trace?${line.toString()}`);
};

test('a line leads to its cost lines and to the rules that changed them', async () => {
  const { body: document } = await seller.as.get(`/v2/invoices/${invoice}/document`);
  expect(document.total).toBe('126.40');
  const { body } = await trace('EC2', 'Usage');
  expect(body).toMatchObject({
    lines_count: 2,
    unchanged_lines_count: 0,
    billing_rules: [
      { token: rules.markup, title: 'Markup', description: '104% of EC2', lines_count: 2 },
    ],
    costs: [
      { resource_id: 'i-1', amount: '104', billing_rule_tokens: [rules.markup] },
      { resource_id: 'i-2', amount: '10.4' },
    ],
  });
  expect(body.costs[0].source_row).toBe('1');
});

test('lines that no rule changed, and lines that a rule added, say so', async () => {
  expect((await trace('S3', 'Usage')).body).toMatchObject({
    lines_count: 1,
    unchanged_lines_count: 1,
    billing_rules: [],
  });
  expect((await trace('Platform team', 'Fee')).body).toMatchObject({
    lines_count: 1,
    billing_rules: [{ token: rules.fee, lines_count: 1 }],
    costs: [{ source_file: rules.fee, amount: '5' }],
  });
});

test('without a line, the whole invoice is traced', async () => {
  const { body } = await seller.as.get(`/v2/invoices/${invoice}/trace`);
  expect(body).toMatchObject({ lines_count: 4, unchanged_lines_count: 1 });
  expect(body.billing_rules).toHaveLength(2);
});

test('an invoice is approved without mail; its rules stay unknown to its account', async () => {
  const approved = await seller.as.post(`/v2/invoices/${invoice}/approve`);
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } });
  expect((await buyer.as.get(`/v2/invoices/${invoice}`)).status).toBe(200);
  expect((await buyer.as.post(`/v2/invoices/${invoice}/approve`)).status).toBe(404);
  expect((await trace('EC2', 'Usage', buyer.as)).status).toBe(404);
});

test('the link to the costs leads into the managed account, and its own users to the explorer', async () => {
  const linkOf = async (as: Account['as']) => {
    const { body } = await as.get(`/v2/invoices/${invoice}/cost_report`);
    const { pathname, searchParams } = new URL(body.cost_report_url);
    return [pathname, searchParams.get('start'), searchParams.get('end')];
  };
  expect(await linkOf(seller.as)).toEqual([`/invoices/${invoice}/costs`, null, null]);
  expect(await linkOf(buyer.as)).toEqual(['/explore', '2026-02-01', '2026-02-28']);
});
