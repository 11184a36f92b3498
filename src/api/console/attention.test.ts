import { beforeAll, expect, test } from 'vitest';
import { newAnomaly } from '../../../test/anomalies.js';
import { awsBill, workedMonth } from '../../../test/aws-bill.js';
import { importCharges, importCsv, newIntegration } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import { refreshCommitments } from '../../domain/optimise/financial-commitments/refresh-commitments.js';
import { newToken } from '../../platform/lib/tokens.js';

// Today is 2026-03-10.
let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const read = async (as = account.as, query = '') =>
  (await as.get(`/console/attention?${query}`)).body;
const kindsOf = async (owner: Account) =>
  (await read(owner.as)).attention.map(({ kind }: { kind: string }) => kind);

async function setIntegration(token: string, values: object, owner = account): Promise<void> {
  await owner.app.services.db
    .updateTable('integrations')
    .set(values)
    .where('token', '=', token)
    .execute();
}

async function newMessage(owner: Account, state: 'sent' | 'failed', at: string): Promise<void> {
  await owner.app.services.db
    .insertInto('delivery_messages')
    .values({
      token: newToken('msg'),
      account_token: owner.account.token,
      rule_token: 'bdgt_alrt_1',
      event_key: newToken('evt'),
      channel: 'slack',
      recipient: 'chnl_1',
      content: JSON.stringify({ type: 'budget_alert', title: 'Over', summary: '' }),
      state,
      next_attempt_at: new Date(at),
      finished_at: new Date(at),
      created_at: new Date(at),
    })
    .execute();
}

test('nothing needs attention in a new workspace', async () => {
  expect(await read()).toMatchObject({ total: 0, attention: [] });
});

test('everything that does is listed once with its amount, the most urgent first', async () => {
  const owner = await newAccount();
  await importCharges(owner, [{ day: '2026-03-08', cost: '1200.5', service: 'A' }]);
  const failed = await newIntegration(owner, { name: 'Bucket' });
  await setIntegration(failed, { status: 'error', last_updated: new Date('2026-03-01') }, owner);
  const report = await newReport(owner);
  const budgetOf = async (name: string, amount: number) =>
    (
      await owner.as.post('/v2/budgets', {
        name,
        cost_report_token: report,
        workspace_token: owner.workspace.token,
        periods: [{ start_at: '2026-03-01', amount }],
      })
    ).body.token;
  const over = await budgetOf('Small', 1000);
  const worse = await budgetOf('Smaller', 900);
  const risk = await budgetOf('Tight', 2000);
  await budgetOf('Large', 1_000_000);
  // One event that two reports show, and that lasted for two days.
  const course = { lastDay: '2026-03-08', impact: '130' };
  const first = await newAnomaly(owner, { report, day: '2026-03-07', course });
  await newAnomaly(owner, { day: '2026-03-07', course, event: first });
  await newMessage(owner, 'failed', '2026-03-09T08:00:00Z');
  const { attention, total } = await read(owner.as);
  const none = { token: null, amount: null, currency: null, date: null, count: 1 };
  expect(attention).toEqual([
    { ...none, kind: 'import_failed', token: failed, title: 'Bucket', date: '2026-03-01' },
    {
      ...none,
      kind: 'budget_over',
      token: worse,
      title: 'Smaller',
      amount: '300.5',
      currency: 'USD',
    },
    { ...none, kind: 'budget_over', token: over, title: 'Small', amount: '200.5', currency: 'USD' },
    {
      kind: 'anomaly',
      token: first,
      title: 'EC2',
      amount: '130.0',
      currency: 'USD',
      date: '2026-03-07',
      count: 2,
    },
    // Without a forecast it is not known by how much.
    { ...none, kind: 'budget_at_risk', token: risk, title: 'Tight', currency: 'USD' },
    { ...none, kind: 'delivery_failed', title: '1 message', date: '2026-03-09' },
  ]);
  expect(total).toBe(attention.length);
  const second = await read(owner.as, 'limit=2&page=2');
  expect(second).toMatchObject({ total, attention: attention.slice(2, 4) });
});

test('costs that stopped a few days ago are late; those that stopped long ago have ended', async () => {
  const owner = await newAccount();
  const bill = (day: string) => importCharges(owner, [{ day, cost: '1' }], { name: day });
  await bill('2026-03-08');
  const late = await bill('2026-03-05');
  await bill('2026-01-05');
  expect((await read(owner.as)).attention).toMatchObject([
    { kind: 'import_stale', token: late, title: '2026-03-05', date: '2026-03-05' },
  ]);
});

test('a message that was received later shows that the channel works again', async () => {
  const owner = await newAccount();
  await newMessage(owner, 'failed', '2026-03-08T08:00:00Z');
  await newMessage(owner, 'failed', '2026-03-09T08:00:00Z');
  expect((await read(owner.as)).attention).toMatchObject([{ title: '2 messages', count: 2 }]);
  const { as } = await owner.newUser('editor');
  expect((await read(as)).attention).toEqual([]);
  await newMessage(owner, 'sent', '2026-03-10T08:00:00Z');
  expect(await kindsOf(owner)).toEqual([]);
});

test('commitments that expire within 60 days are listed with their cost per month', async () => {
  const owner = await newAccount();
  const integration = await importCsv(owner, awsBill(workedMonth()), { formats: providerFormats });
  await refreshCommitments(owner.app.services, integration, owner.app.clock());
  expect(await kindsOf(owner)).not.toContain('commitment_expiring');
  try {
    // The savings plan ends on 31 May, the reservation in November.
    setTime('2026-05-01T09:00:00Z');
    const { commitment_status: listed } = (await owner.as.get('/v2/financial_commitments/status'))
      .body;
    const plan = listed.find(({ type }: { type: string }) => type === 'Compute Savings Plan');
    const { attention } = await read(owner.as);
    expect(attention).toMatchObject([
      {
        kind: 'commitment_expiring',
        title: 'Compute Savings Plan',
        currency: 'USD',
        date: plan.expiration_date,
      },
    ]);
    const hourly = Number(attention[0].amount) / 730;
    expect(plan.commitment).toBe(`$${hourly.toFixed(2)}`);
  } finally {
    setTime('2026-03-10T09:00:00Z');
  }
});

test('shows only what the caller sees', async () => {
  const owner = await newAccount();
  const report = await newReport(owner);
  await newAnomaly(owner, { report });
  const { token: hidden } = (await owner.as.post('/v2/workspaces', { name: 'Payroll' })).body;
  await newIntegration(owner, { name: 'Secret', workspaces: [hidden] });
  expect((await owner.as.get('/console/attention')).status).toBe(400);
  expect((await read(owner.as, `workspace_token=${owner.workspace.token}`)).total).toBe(1);
  await owner.setEveryoneAccess(hidden, null);
  const { as } = await owner.newUser('viewer');
  expect((await as.get(`/console/attention?workspace_token=${hidden}`)).status).toBe(404);
  await newIntegration(owner, { name: 'Bucket', provider: 'aws' });
  await owner.app.services.db
    .updateTable('integrations')
    .set({ status: 'error', account_identifier: '/providers/billing/7733120' })
    .where('account_token', '=', owner.account.token)
    .execute();
  // Names of integrations are for their owners.
  expect((await read(as)).attention[0]).toMatchObject({
    kind: 'import_failed',
    title: 'AWS 7733120',
  });
});
