import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/lib/days.js';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const today = new Date().toISOString().slice(0, 10);
const yesterday = addDays(today, -1);
/** Enough to know what is usual. */
const historyDays = 42;

const header =
  'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName';

/** FOCUS bills of AWS with one charge per day through yesterday, one bill per month. */
function billsOf(costOn: (day: string) => number): string[] {
  const byMonth = new Map<string, string[]>();
  for (let back = historyDays; back >= 1; back -= 1) {
    const day = addDays(today, -back);
    const month = day.slice(0, 7);
    const row = `AWS,1,${month}-01,${day}T00:00:00Z,${day}T01:00:00Z,Usage,${costOn(day)},USD,Storage`;
    byMonth.set(month, [...(byMonth.get(month) ?? []), row]);
  }
  return [...byMonth.values()].map((rows) => [header, ...rows, ''].join('\n'));
}

const title = 'Costs of the company';

/** 100 a day, but for one day that costs less: no anomaly, but a change. */
const quietDay = addDays(today, -20);
const usual = (day: string) => (day === quietDay ? 60 : 100);

interface Listed {
  token: string;
  anomaly_date: string;
  status: string;
}

describe.skipIf(isSkipped)(`cost alerts and anomalies${skipNotice}`, () => {
  const farthing = startConsole();
  let report = '';
  let alert = '';
  let anomaly = '';

  test(
    'an alert is tested on past costs while it is edited, and reports a change as an event',
    { timeout: timeoutMs },
    async () => {
      for (const bill of billsOf(usual)) await farthing.importCsv(bill);
      const body = { title, groupings: 'provider,service' };
      report ||= String((await farthing.send('POST', '/v2/cost_reports', body))['token']);
      const page = await farthing.newPage();
      await farthing.logIn(page);

      await farthing.visit(page, '/cost-alerts');
      await page.getByRole('link', { name: 'New cost alert' }).first().click();
      await page.getByText('Choose cost reports and a threshold').waitFor();
      await page.getByRole('textbox', { name: 'Title' }).fill('Sudden changes');
      await page.getByRole('combobox', { name: 'Cost reports' }).click();
      await page.getByRole('option', { name: title }).click();
      await page.keyboard.press('Escape');
      const threshold = page.getByRole('textbox', { name: 'Threshold', exact: true });
      await threshold.fill('90%');
      await page.getByText(/With these settings you would not have been notified/).waitFor();
      await threshold.fill('30%');
      await page.getByText(/With these settings you would have been notified on 2 days/).waitFor();
      const days = page.getByRole('region', { name: 'Days' });
      await days.getByText('AWS · Storage').first().waitFor();
      await days.getByText('−$40.00').waitFor();
      await page.getByRole('combobox', { name: 'E-mail addresses' }).fill(farthing.owner.email);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sudden changes' }).waitFor();
      await page.getByText(`Notifies ${farthing.owner.email}`).waitFor();
      await page.getByText('This alert has not reported anything yet.').waitFor();
      alert = new URL(page.url()).pathname.split('/').at(-1)!;

      const spiked = (day: string) => (day === yesterday ? 400 : usual(day));
      await farthing.importCsv(billsOf(spiked).at(-1)!);
      await waitFor('the event', async () => {
        const { cost_alert_events: events } = (await farthing.send(
          'GET',
          `/v2/cost_alerts/${alert}/events`,
        )) as { cost_alert_events: unknown[] };
        return events[0];
      });
      await farthing.visit(page, `/go/${alert}`);
      const events = page.getByRole('table', { name: 'Events' });
      await events.getByText('+$300.00').waitFor();
      await events.getByText('AWS · Storage').waitFor();
      await events.getByRole('link', { name: 'Why?' }).click();
      await page.waitForURL(/\/changes\?/);
      expect(new URL(page.url()).searchParams.get('start')).toBe(yesterday);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await farthing.visit(page, `/cost-alerts/${alert}`);
      await events.getByRole('link', { name: 'Explore' }).click();
      await page.waitForURL(({ pathname }) => pathname === `/cost-reports/${report}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test(
    'a spike is an anomaly, on the overview and in the chart, and is acknowledged with feedback',
    { timeout: timeoutMs },
    async () => {
      anomaly = await waitFor('the anomaly', async () => {
        const { anomaly_alerts: found } = (await farthing.send(
          'GET',
          `/v2/anomaly_alerts?cost_report_token=${report}&status=active`,
        )) as { anomaly_alerts: Listed[] };
        return found.find((each) => each.anomaly_date === yesterday)?.token;
      });
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/');
      const attention = page.getByRole('region', { name: 'Needs attention today' });
      await attention.getByRole('link', { name: 'Storage' }).waitFor();
      await farthing.visit(page, `/cost-reports/${report}?range=last_30_days`);
      await page.getByRole('link', { name: /^Anomaly: Spike in Storage/ }).waitFor();

      await farthing.visit(page, `/anomalies?report=${report}`);
      const list = page.getByRole('table', { name: 'Anomalies' });
      await list.getByText('$400.00').waitFor();
      await list.getByRole('link', { name: 'Storage' }).click();
      await page.getByRole('heading', { level: 1, name: 'Spike in Storage' }).waitFor();
      await page.getByRole('list', { name: 'Legend' }).getByText('Expected range').waitFor();
      await page.getByRole('textbox', { name: 'Feedback' }).fill('A load test');
      // A second report of the same costs is no second anomaly; drivers add up to the impact.
      await page.getByText('Also in').waitFor();
      await page
        .getByRole('table', { name: 'Drivers' })
        .getByRole('row', { name: /^Impact/ })
        .waitFor();
      await page.getByRole('button', { name: 'Acknowledge' }).click();
      await page.getByRole('button', { name: 'Reopen' }).waitFor();

      await farthing.visit(page, `/anomalies?report=${report}`);
      await page.getByText('There are no open anomalies').waitFor();
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Acknowledged', exact: true }).click();
      await list.getByRole('link', { name: 'Storage' }).click();
      const feedback = page.getByRole('textbox', { name: 'Feedback' });
      await expect.poll(() => feedback.inputValue()).toBe('A load test');
      const stored = await farthing.send('GET', `/v2/anomaly_alerts/${anomaly}`);
      expect(stored).toMatchObject({ status: 'archived', feedback: 'A load test' });
      await page.getByRole('link', { name: 'View in explorer' }).click();
      // The first of the reports that show most of its costs.
      const { cost_report_token: shown } = await farthing.send(
        'GET',
        `/v2/anomaly_events/${anomaly}`,
      );
      await page.waitForURL(({ pathname }) => pathname === `/cost-reports/${String(shown)}`);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('pages with figures are accessible and fit', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    const paths = [
      '/',
      '/cost-alerts',
      `/cost-alerts/${alert}`,
      `/cost-alerts/${alert}/edit`,
      '/anomalies?status=all',
      `/anomalies/${anomaly}`,
    ];
    for (const path of paths) await farthing.expectSoundPage(page, path);
    farthing.expectNoConsoleErrors(page);
  });
});
