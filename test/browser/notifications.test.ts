import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { type Receiver, startReceiver } from '../receiver.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const key = 'a key that both sides know';
const month = new Date().toISOString().slice(0, 7);

describe.skipIf(isSkipped)(`channels and notifications${skipNotice}`, () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const farthing = startConsole();
  const tokens = { channel: '', report: '', reportNotification: '', anomalyNotification: '' };

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importBill(month, '5');
    const report = await farthing.send('POST', '/v2/cost_reports', { title: 'All of the company' });
    tokens.report = String(report['token']);
  }, timeoutMs);

  /** The token at the end of the address. */
  const tokenOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;
  const chooseReport = async (page: Page) => {
    await page.getByRole('combobox', { name: 'Cost report' }).click();
    await page.getByRole('option', { name: 'All of the company' }).click();
  };
  const chooseChannel = async (page: Page) => {
    await page.getByRole('combobox', { name: 'Channels' }).click();
    await page.getByRole('option', { name: 'Own server (Webhook)' }).click();
    await page.keyboard.press('Escape');
  };

  test(
    'a webhook is created, tested with a valid signature, and its messages are in the log',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/channels');
      await page.getByRole('link', { name: 'New channel' }).first().click();
      await page.getByRole('link', { name: 'Webhook', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'New channel: Webhook' }).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Own server');
      await page.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/hook`);
      await page.locator('[name=secret]').fill(key);
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Own server' }).waitFor();
      await page.waitForURL('**/channels/chnl_*');
      tokens.channel = tokenOf(page);
      expect(await page.content()).not.toContain(key);

      await page.getByRole('button', { name: 'Send a test' }).click();
      await page
        .getByText('The test message was sent, and “Own server” has accepted it.')
        .waitFor();
      const [request] = receiver.received;
      const timestamp = String(request!.headers['farthing-timestamp']);
      const signature = createHmac('sha256', key)
        .update(`${timestamp}.${JSON.stringify(request!.body)}`)
        .digest('hex');
      expect(request).toMatchObject({
        path: '/hook',
        headers: { 'farthing-signature': `v1=${signature}` },
        body: { type: 'test' },
      });

      receiver.respond((response) => response.writeHead(410).end());
      await page.getByRole('button', { name: 'Send a test' }).click();
      const refusal = `${receiver.host} answered with status 410.`;
      await page
        .getByText(`The test message could not be sent to “Own server”. ${refusal}`)
        .waitFor();
      await page.getByRole('table', { name: 'Messages' }).getByText(refusal).waitFor();
      await farthing.expectNoAxeViolations(page);

      await farthing.visit(page, '/delivery-log');
      const log = page.getByRole('table', { name: 'Delivery log' });
      const failed = log.getByRole('row', { name: /Failed/ });
      await failed.getByText(refusal).waitFor();
      await log.getByRole('row', { name: /Own server.*Sent/ }).waitFor();
      await failed.getByRole('button', { name: /^Send again/ }).click();
      await waitFor('the message', () => receiver.received[2]);
      const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
      expect(keys[2]).toBe(keys[1]);
      await expect
        .poll(
          async () => {
            await page.getByRole('button', { name: 'Refresh' }).click();
            return log.getByRole('row', { name: /Failed|Waiting/ }).count();
          },
          { timeout: timeoutMs, interval: 1000 },
        )
        .toBe(0);
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Failed' }).click();
      await page.getByText('Remove a filter to see other messages.').waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('what the API refuses is said at its field', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/channels/new?kind=webhook');
    await page.getByRole('textbox', { name: 'Name' }).fill('Nowhere');
    await page.getByRole('textbox', { name: 'URL' }).fill('no address');
    await page.getByRole('button', { name: 'Generate a key' }).click();
    await expect.poll(() => page.locator('[name=secret]').inputValue()).toMatch(/^[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('URL must be a URL that starts with http:// or https://').waitFor();
    await farthing.expectNoAxeViolations(page);
  });

  test('a channel is muted until some time, and unmuted', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, `/go/${tokens.channel}`);
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByLabel('Until').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'For 8 hours' }).click();
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    await farthing.visit(page, '/channels');
    const row = page.getByRole('table', { name: 'Channels' }).getByRole('row', { name: /Own/ });
    await row.getByText(/^Muted until /).waitFor();
    await row.getByText('Sent', { exact: true }).waitFor();
    await farthing.expectNoAxeViolations(page);
    await row.getByRole('link', { name: 'Own server' }).click();
    await page.getByRole('button', { name: 'Unmute' }).click();
    await page.getByRole('button', { name: 'Mute', exact: true }).waitFor();
    const { mutes } = (await farthing.send('GET', '/v2/mutes')) as { mutes: unknown[] };
    expect(mutes).toEqual([]);
    farthing.expectNoConsoleErrors(page);
  });

  test('a report is sent every Monday to a channel', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/report-notifications');
    await page.getByRole('link', { name: 'New report notification' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Weekly costs');
    await chooseReport(page);
    await chooseChannel(page);
    await page.getByText('The costs of the week from Monday to Sunday').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page
      .getByRole('table', { name: 'Report notifications' })
      .getByRole('row', { name: /Weekly costs/ });
    await row.getByText('Every Monday').waitFor();
    await row.getByText('Own server (Webhook)').waitFor();
    const { report_notifications: stored } = (await farthing.send(
      'GET',
      '/v2/report_notifications',
    )) as { report_notifications: { token: string }[] };
    expect(stored).toMatchObject([
      { cost_report_token: tokens.report, frequency: 'weekly', channel_tokens: [tokens.channel] },
    ]);
    tokens.reportNotification = stored[0]!.token;
    farthing.expectNoConsoleErrors(page);
  });

  test(
    'an anomaly notification shows what it would have reported',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/anomaly-notifications/new');
      await page.getByText('Choose a report to see its anomalies.').waitFor();
      await chooseReport(page);
      await page.getByText('no anomalies were found.', { exact: false }).waitFor();
      await page.getByRole('textbox', { name: 'Least rise' }).fill('250');
      await chooseChannel(page);
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      const row = page
        .getByRole('table', { name: 'Anomaly notifications' })
        .getByRole('row', { name: /All of the company/ });
      await row.getByText('$250.00').waitFor();
      await row.getByRole('link').click();
      await page.waitForURL('**/anomaly-notifications/rprt_alrt_*');
      tokens.anomalyNotification = tokenOf(page);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('a channel in use is deleted after its name is typed', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/channels');
    await page.getByRole('button', { name: 'Actions of Own server' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 report notification').waitFor();
    await dialog.getByText('1 anomaly notification').waitFor();
    await farthing.expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    farthing.expectNoConsoleErrors(page);
  });

  test('pages with content are accessible and fit', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    const paths = [
      '/channels',
      '/channels/new?kind=slack_bot',
      `/channels/${tokens.channel}`,
      '/delivery-log',
      '/report-notifications',
      `/report-notifications/${tokens.reportNotification}`,
      '/anomaly-notifications',
      `/anomaly-notifications/${tokens.anomalyNotification}`,
    ];
    for (const path of paths) await farthing.expectSoundPage(page, path);
    farthing.expectNoConsoleErrors(page);
  });
});
