import { afterEach, beforeAll, expect, test } from 'vitest';
import { setTime } from '../../../../test/clock.js';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { newReport } from '../../../../test/forecasting.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { partsOf, startMailServer } from '../../../../test/mail-server.js';
import { deliverMessages } from '../delivery/deliver-messages.js';
import type { MessageContent } from '../delivery/message.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

/** An account with a dashboard of February's costs, that is sent every Monday. 9 March 2026 is one. */
async function scheduledAccount(more: object = {}) {
  setTime('2026-03-05T09:00:00Z');
  const account = await newAccount();
  const report = await newReport(account, {
    title: 'Spend',
    filter: "costs.provider = 'aws'",
    groupings: 'service',
  });
  const { body: dashboard } = await account.as.post('/v2/dashboards', {
    title: 'Review',
    date_interval: 'last_month',
    widgets: [{ widgetable_token: report, title: 'Spend by service' }],
  });
  const { body: notification, status } = await account.as.post('/v2/dashboard_notifications', {
    title: 'Monday review',
    dashboard_token: dashboard.token,
    frequency: 'weekly',
    user_tokens: [account.owner.token],
    ...more,
  });
  expect(status, JSON.stringify(notification)).toBe(201);
  await importCharges(account, [
    { day: '2026-01-04', cost: '100', service: 'S3' },
    { day: '2026-02-01', cost: '100', service: 'S3' },
    { day: '2026-02-28', cost: '50.50', service: 'EC2' },
    { day: '2026-03-08', cost: '7', service: 'EC2' },
  ]);
  return { account, report, dashboard, notification };
}

const run = ({ app, account }: Account) =>
  app.jobs.run('send-dashboards', { account_token: account.token });

const messages = async ({ app, account }: Account): Promise<MessageContent[]> => {
  const rows = await app.services.db
    .selectFrom('delivery_messages')
    .select('content')
    .where('account_token', '=', account.token)
    .orderBy('id')
    .execute();
  return rows.map(({ content }) => content as unknown as MessageContent);
};

async function deliver({ app }: Account) {
  const { smtp, mails, sendMail } = await startMailServer();
  const services = { ...app.services, sendMail };
  await deliverMessages({ services, clock: app.clock, random: () => 0 });
  smtp.close();
  return mails;
}

test('a dashboard is sent once on its day, with its figures and as a PDF', async () => {
  const { account, report, dashboard } = await scheduledAccount();
  setTime('2026-03-07T18:00:00Z');
  await run(account);
  expect(await messages(account)).toEqual([]);

  setTime('2026-03-09T12:30:00Z');
  await Promise.all([run(account), run(account)]);
  await run(account);
  const [content, ...others] = await messages(account);
  expect(others).toEqual([]);
  expect(content).toMatchObject({
    title: 'Monday review: 9 March 2026',
    facts: [{ label: 'Spend by service', value: '150.50 USD' }, {}, {}],
    table: { columns: ['Widget', 'Cost (USD)', 'Change'] },
    about: dashboard.token,
    dashboard: dashboard.token,
    reports: [report],
  });
  const own = (await deliver(account)).filter(({ to }) => to === account.owner.email);
  expect(own.length).toBe(1);
  const files = partsOf(own[0]!.raw).filter(({ type }) => type === 'application/pdf');
  expect(files.map(({ content: file }) => file.subarray(0, 5).toString())).toEqual(['%PDF-']);

  setTime('2026-03-10T12:30:00Z');
  await run(account);
  expect((await messages(account)).length).toBe(1);
  setTime('2026-03-16T12:30:00Z');
  await run(account);
  expect((await messages(account)).length).toBe(2);
});

test('what the file leaves out is named', async () => {
  const { account, report, dashboard } = await scheduledAccount();
  const place = { width: 6, height: 4, y: 0 };
  await account.as.put(`/v2/dashboards/${dashboard.token}/layout`, {
    items: [
      { kind: 'kpi', title: 'Total', widgetable_token: report, x: 0, ...place },
      { kind: 'savings', title: 'Savings', x: 6, ...place },
    ],
  });
  setTime('2026-03-09T12:30:00Z');
  await run(account);
  expect((await messages(account))[0]!.notes).toContain(
    'Not included: Savings. The dashboard in the console has them.',
  );
});

test('nobody gets a dashboard that they may not see', async () => {
  const { account, dashboard, notification } = await scheduledAccount({ user_tokens: [] });
  const viewer = await account.newUser('viewer');
  await account.as.put(`/v2/dashboard_notifications/${notification.token}`, {
    user_tokens: [viewer.token],
  });
  await account.as.post('/v2/access_grants', {
    resource_token: dashboard.token,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.as.get('/v2/dashboard_notifications')).body.dashboard_notifications).toEqual(
    [],
  );
  setTime('2026-03-09T12:30:00Z');
  await run(account);
  expect((await messages(account)).length).toBe(1);
  expect((await deliver(account)).filter(({ to }) => to === viewer.email)).toEqual([]);
});

test('a schedule ends with its dashboard', async () => {
  const { account, dashboard, notification } = await scheduledAccount();
  await account.as.delete(`/v2/dashboards/${dashboard.token}`);
  const path = `/v2/dashboard_notifications/${notification.token}`;
  expect((await account.as.get(path)).status).toBe(404);
});
