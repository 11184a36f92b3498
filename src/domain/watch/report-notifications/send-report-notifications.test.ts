import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { newReport } from '../../../../test/forecasting.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { newRecommendation } from '../../../../test/recommendations.js';
import { type MailPart, partsOf, startMailServer } from '../../../../test/mail-server.js';
import { deliverMessages } from '../delivery/deliver-messages.js';
import type { MessageContent } from '../delivery/message.js';
import { withoutHiddenList } from '../delivery/recipient-access.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

/** An account with a report of all costs. 9 March 2026 is a Monday. */
async function reportedAccount(report: object = {}) {
  setTime('2026-03-05T09:00:00Z');
  const account = await newAccount();
  return { account, report: await newReport(account, { title: 'All costs', ...report }) };
}

const notify = async ({ as, owner }: Account, report: string, body: object = {}) =>
  (
    await as.post('/v2/report_notifications', {
      title: 'Weekly costs',
      cost_report_token: report,
      frequency: 'weekly',
      change: 'percentage',
      user_tokens: [owner.token],
      ...body,
    })
  ).body;

const run = ({ app, account }: Account) =>
  app.jobs.run('send-report-notifications', { account_token: account.token });

const messages = async ({ app, account }: Account): Promise<MessageContent[]> => {
  const rows = await app.services.db
    .selectFrom('delivery_messages')
    .select('content')
    .where('account_token', '=', account.token)
    .orderBy('id')
    .execute();
  return rows.map(({ content }) => content as unknown as MessageContent);
};

/** Two weeks: 1,100.00 from 23 February on, 1,240.50 from 2 March on, of seven services. */
const twoWeeks: Charge[] = [
  { day: '2026-02-23', cost: '100', service: 'EC2' },
  { day: '2026-03-01', cost: '1000', service: 'S3' },
  { day: '2026-03-02', cost: '600', service: 'S3' },
  { day: '2026-03-08', cost: '400', service: 'EC2' },
  ...['100', '80', '30', '20', '10.50'].map((cost, index) => ({
    day: '2026-03-05',
    cost,
    service: `Service ${index}`,
  })),
];

test('a week is reported once, with its total, change and largest groups', async () => {
  const { account, report } = await reportedAccount();
  await notify(account, report);
  await notify(account, report, { title: 'In money', change: 'dollars' });
  setTime('2026-03-09T01:00:00Z');
  await importCharges(account, twoWeeks);
  expect(await run(account)).toBe('2 report notifications sent about 1 reports');
  await Promise.all([run(account), run(account)]);
  const [percent, money, ...more] = await messages(account);
  expect(more).toEqual([]);
  expect(percent).toMatchObject({
    title: 'Weekly costs: 2–8 March 2026',
    summary:
      'All costs for 2–8 March 2026: 1,240.50 USD, +12.77% compared with 23 February – 1 March 2026.',
    facts: [
      { label: 'Total, 2–8 March 2026', value: '1,240.50 USD' },
      { label: 'Change from 23 February – 1 March 2026', value: '+12.77%' },
      { label: 'Change in USD', value: '+140.50' },
      { label: 'March 2026 to date', value: '2,240.50 USD, through 8 March 2026' },
      { label: 'Report', value: 'All costs' },
      { label: 'Workspace', value: account.workspace.name },
    ],
    notes: [],
    table: {
      columns: ['Service', 'Cost (USD)', 'Change'],
      rows: [
        ['S3', '600.00', '-40.00%'],
        ['EC2', '400.00', '+300.00%'],
        ['Service 0', '100.00', 'n/a'],
        ['Service 1', '80.00', 'n/a'],
        ['Service 2', '30.00', 'n/a'],
        ['2 others', '30.50', 'n/a'],
      ],
    },
    about: report,
    reports: [report],
    data: {
      is_complete: true,
      total: { amount: '1240.5', change: '+140.50', percent: '+12.77%' },
      month_to_date: '2240.5',
    },
  });
  expect(percent!.chart!.bars).toHaveLength(14);
  expect(percent!.chart!.bars.at(-1)).toEqual({ label: '8 Mar', amount: '400', kind: 'current' });
  expect(money).toMatchObject({
    facts: [{}, { value: '+140.50 USD' }, { value: '+12.77%' }, {}, {}, {}],
    table: { rows: [['S3', '600.00', '-400.00'], {}, {}, {}, {}, ['2 others', '30.50', '+30.50']] },
  });
});

test('a week without complete costs is reported at noon, and says what is complete', async () => {
  const { account, report } = await reportedAccount();
  await notify(account, report);
  setTime('2026-03-07T01:00:00Z');
  await importCharges(
    account,
    twoWeeks.filter(({ day }) => day < '2026-03-07'),
  );
  await importCharges(account, [{ day: '2026-03-06', cost: '9.5' }]);
  setTime('2026-03-09T11:59:00Z');
  expect(await run(account)).toBe('0 report notifications sent about 0 reports');
  setTime('2026-03-09T12:00:00Z');
  expect(await run(account)).toBe('1 report notifications sent about 1 reports');
  const [message] = await messages(account);
  expect(message!.facts[0]).toEqual({ label: 'Total, 2–8 March 2026', value: '850.00 USD' });
  // The change is not that of the total beside it, so its days are named.
  expect(message!.facts[1]!.label).toBe('Change of 2–5 March 2026 from 23–26 February 2026');
  expect(message!.table!.columns[2]).toBe('Change of 2–5 March 2026');
  expect(message!.summary).toMatch(
    /^All costs for 2–8 March 2026: 850\.00 USD; 2–5 March 2026: \S+% compared with 23–26 February 2026\.$/,
  );
  expect(message!.notes).toEqual([
    'Costs are complete for 4 of 7 days (2–5 March 2026), so the total will still change.',
    'The changes compare 2–5 March 2026 with 23–26 February 2026.',
  ]);
  // Later costs do not report the week again.
  await importCharges(account, twoWeeks);
  await run(account);
  expect(await messages(account)).toHaveLength(1);
});

test('without earlier costs there is no change', async () => {
  const { account, report } = await reportedAccount({ groupings: 'provider' });
  await notify(account, report, { frequency: 'daily' });
  setTime('2026-03-06T12:00:00Z');
  await run(account);
  await importCharges(account, [{ day: '2026-03-06', cost: '5' }]);
  setTime('2026-03-07T12:00:00Z');
  await run(account);
  const [nothing, first] = await messages(account);
  expect(nothing).toMatchObject({
    summary: 'All costs for 5 March 2026: 0.00 USD.',
    facts: [{}, { label: 'Change', value: 'n/a' }, {}, {}, {}],
  });
  expect(nothing!.notes).toHaveLength(2);
  expect(first).toMatchObject({
    facts: [{ value: '5.00 USD' }, { value: 'n/a' }, {}, {}, {}],
    table: { columns: ['Provider', 'Cost (USD)', 'Change'], rows: [['AWS', '5.00', 'n/a']] },
  });
});

test('after a downtime only the last run is sent, and another frequency sends nothing of the past', async () => {
  const { account, report } = await reportedAccount();
  const { token } = await notify(account, report, { frequency: 'daily' });
  setTime('2026-03-05T23:00:00Z');
  await run(account);
  expect(await messages(account)).toEqual([]);
  setTime('2026-03-12T13:00:00Z');
  await run(account);
  await run(account);
  expect((await messages(account)).map(({ title }) => title)).toEqual([
    'Weekly costs: 11 March 2026',
  ]);
  await account.as.put(`/v2/report_notifications/${token}`, { frequency: 'weekly' });
  await run(account);
  expect(await messages(account)).toHaveLength(1);
  setTime('2026-03-16T13:00:00Z');
  await run(account);
  expect(await messages(account)).toHaveLength(2);
  await account.as.put(`/v2/report_notifications/${token}`, { frequency: 'daily' });
  await run(account);
  expect(await messages(account)).toHaveLength(3);
});

test('the e-mail has text, HTML and the chart for both themes; those who lost access get none', async () => {
  const { account, report } = await reportedAccount();
  const [kept, lost] = [await account.newUser('viewer'), await account.newUser('viewer')];
  const team = await account.newTeam('Readers', { [kept.token]: 'viewer' });
  await notify(account, report, { user_tokens: [kept.token, lost.token] });
  await account.as.post('/v2/access_grants', {
    resource_token: report,
    team_token: account.everyone.token,
    access: 'denied',
  });
  await account.as.post('/v2/access_grants', { resource_token: report, team_token: team });
  setTime('2026-03-09T01:00:00Z');
  await importCharges(account, twoWeeks);
  // A gp2 volume of 100 GB, which saves 2.00.
  await newRecommendation(account);
  await run(account);
  const { smtp, mails, sendMail } = await startMailServer();
  const services = { ...account.app.services, sendMail };
  await deliverMessages({ services, clock: account.app.clock, random: () => 0 });
  smtp.close();
  const own = mails.filter(({ to }) => [kept.email, lost.email].includes(to));
  expect(own.map(({ to }) => to)).toEqual([kept.email]);
  const parts = partsOf(own[0]!.raw);
  expect(parts.map(({ type }) => type)).toEqual([
    'text/plain',
    'text/html',
    'image/png',
    'image/png',
  ]);
  const [text, html, ...images] = parts as [MailPart, MailPart, ...MailPart[]];
  expect(text.content.toString()).toContain('S3             600.00   -40.00%');
  expect(text.content.toString()).toMatch(
    /Largest open recommendations\s+Recommendation +Saving per month \(USD\)\s+Change EBS volumes from gp2 to gp3.* 2\.00\s/,
  );
  expect(html.content.toString()).toContain('Largest open recommendations');
  const shown = [...html.content.toString().matchAll(/src="cid:([^"]+)"/g)].map(([, id]) => id);
  expect(images.map(({ id }) => id)).toEqual(shown);
  expect(html.content.toString()).not.toMatch(/src="http/);
  for (const { content, disposition } of images) {
    expect(disposition).toBe('inline');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([1072, 400]);
    expect(content.length).toBeLessThan(20_000);
  }
});

test('the list of an e-mail is left out for users who do not see its workspace', async () => {
  const { account } = await reportedAccount();
  const { token: recipient } = await account.newUser('viewer');
  const listOf = async (workspace: string) => {
    const mailList = { title: 'List', workspace, table: { columns: [], rows: [] } };
    const message = { recipient, account_token: account.account.token };
    const content = { mailList } as unknown as MessageContent;
    return (await withoutHiddenList(account.app.services, message, content)).mailList;
  };
  expect(await listOf(account.workspace.token)).toBeDefined();
  expect(await listOf('wrkspc_0000000000000000')).toBeUndefined();
});

test('a period waits only for integrations that contribute to the report', async () => {
  const { account, report } = await reportedAccount({ filter: "costs.provider = 'aws'" });
  await notify(account, report);
  setTime('2026-03-09T01:00:00Z');
  await importCharges(account, twoWeeks);
  await importCharges(account, [{ day: '2026-02-27', cost: '5', provider: 'Google Cloud' }]);
  expect(await run(account)).toBe('1 report notifications sent about 1 reports');
  const [message] = await messages(account);
  expect(message!.summary).toMatch(/: 1,240.50 USD, \+12.77% compared with/);
  expect(message!.notes ?? []).toEqual([]);
});
