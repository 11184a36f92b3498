import { afterEach, beforeAll, expect, test } from 'vitest';
import { newAnomaly } from '../../../../test/anomalies.js';
import { newReport } from '../../../../test/forecasting.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { isReported, riseOf } from './reported-rise.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

test('a rise counts from what was expected', () => {
  const figures = { amount: '165', expected_amount: '100' };
  expect(riseOf(figures).toFixed()).toBe('65');
  expect([isReported(65, figures), isReported(66, figures)]).toEqual([true, false]);
});

test('an anomaly after an even more expensive day is told', async () => {
  const { account, report } = await notifiedReport({ threshold: 10 });
  const token = await newAnomaly(account, { report });
  await account.app.services.db
    .updateTable('anomaly_alerts')
    .set({ previous_amount: '170' })
    .where('token', '=', token)
    .execute();
  await detect(account);
  expect(await titles(account)).toEqual(['Cost anomaly: All costs']);
});

async function notifiedReport(body: object = {}) {
  const account = await newAccount();
  const report = await newReport(account, { title: 'All costs' });
  const created = await account.as.post('/v2/anomaly_notifications', {
    cost_report_token: report,
    user_tokens: [account.owner.token],
    ...body,
  });
  return { account, report, notification: created.body.token as string };
}

const detect = ({ app, account }: Account) =>
  app.jobs.run('detect-anomalies', { account_token: account.token });

const messages = async ({ app, account }: Account) => {
  const rows = await app.services.db
    .selectFrom('delivery_messages')
    .select(['content', 'rule_token', 'recipient'])
    .where('account_token', '=', account.token)
    .orderBy('id')
    .execute();
  return rows.map(({ content, ...row }): Record<string, unknown> => ({ ...row, ...content }));
};

const titles = async (account: Account) =>
  (await messages(account)).map((message) => message['title']);

test('all new anomalies are one message, which is written once', async () => {
  // The owner is named twice, and told once.
  const { account, report, notification } = await notifiedReport();
  const { owner } = account;
  await account.as.put(`/v2/anomaly_notifications/${notification}`, {
    recipient_emails: [owner.email.toUpperCase()],
  });
  const tokens = [];
  for (const service of ['EC2', 'S3', 'RDS']) {
    tokens.push(await newAnomaly(account, { report, service }));
  }
  await Promise.all([detect(account), detect(account)]);
  await detect(account);
  const [message, ...others] = await messages(account);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    rule_token: notification,
    recipient: owner.token,
    type: 'anomaly_notification',
    title: '3 cost anomalies: All costs',
    summary:
      'EC2 cost 165.00 USD on 2026-03-08, where 100.00 USD was expected. 2 other series rose too.',
    about: report,
    data: { anomaly_count: 3, anomalies: [{ amount: '165.0' }, {}, {}] },
  });
  expect((message!['facts'] as unknown[])[0]).toEqual({
    label: 'EC2, Compute on 2026-03-08',
    value: '165.00 USD (expected 100.00, day before 102.00, 7-day average 101.00)',
  });
  for (const token of tokens) {
    const { body } = await account.as.get(`/v2/anomaly_alerts/${token}`);
    expect(body.alerted_at).toBe('2026-03-10T09:00:00Z');
  }
});

test('what is found after the summary of a day is in that of the next', async () => {
  const { account, report } = await notifiedReport();
  await newAnomaly(account, { report, service: 'EC2' });
  await detect(account);
  await newAnomaly(account, { report, service: 'S3' });
  await detect(account);
  expect(await titles(account)).toEqual(['Cost anomaly: All costs']);
  setTime('2026-03-11T06:00:00Z');
  await detect(account);
  await detect(account);
  const [, second] = await messages(account);
  expect(second).toMatchObject({ data: { anomalies: [{ service: 'S3' }] } });
  setTime('2026-03-12T06:00:00Z');
  await detect(account);
  expect(await titles(account)).toHaveLength(2);
});

test('nothing is sent below the threshold, for ignored anomalies, and for earlier ones', async () => {
  const { account, report, notification } = await notifiedReport({ threshold: 66 });
  const small = await newAnomaly(account, { report, service: 'EC2' });
  await newAnomaly(account, { report, service: 'S3', createdAt: new Date('2026-03-09') });
  await detect(account);
  await account.as.put(`/v2/anomaly_notifications/${notification}`, { threshold: 0 });
  const ignored = await newAnomaly(account, { report, service: 'RDS' });
  await account.as.put(`/v2/anomaly_alerts/${ignored}`, { status: 'ignored' });
  await detect(account);
  expect(await titles(account)).toEqual([]);
  expect((await account.as.get(`/v2/anomaly_alerts/${small}`)).body.alerted_at).toBeNull();
});

test('a notification without recipients sends nothing, also after it has some', async () => {
  const { account, report, notification } = await notifiedReport({ user_tokens: [] });
  const token = await newAnomaly(account, { report });
  await detect(account);
  await account.as.put(`/v2/anomaly_notifications/${notification}`, {
    user_tokens: [account.owner.token],
  });
  await detect(account);
  expect(await titles(account)).toEqual([]);
  expect((await account.as.get(`/v2/anomaly_alerts/${token}`)).body.alerted_at).toBeNull();
});
