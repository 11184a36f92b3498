import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

/** The month before this one, which the calendar of the console offers by name. */
const lastMonth = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
})();
const daysAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const everyCost = "costs.provider = 'aws'";

describe.skipIf(isSkipped)(`planning and allocating${skipNotice}`, () => {
  const farthing = startConsole();

  const make = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${farthing.url}/v2/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${farthing.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as { token: string }).token;
  };
  const report = (title: string) =>
    make('cost_reports', { title, filter: everyCost, date_interval: 'last_month' });
  const expectSound = async (page: Page) => {
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  };

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importBill(lastMonth, 10, 20, '30.5');
  }, timeoutMs);

  test('a virtual tag previews its changes before it is saved', async () => {
    const tag = await make('virtual_tag_configs', {
      key: 'owner',
      overridable: true,
      backfill_until: `${lastMonth}-01`,
    });
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, `/virtual-tags/${tag}`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('platform');
    await page.getByRole('button', { name: 'Edit as VQL' }).click();
    await page.getByRole('textbox', { name: 'Filter' }).fill(everyCost);
    await page.getByRole('button', { name: 'Date range', exact: true }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();

    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByRole('row', { name: 'no value platform $60.50' }).waitFor();
    await page.getByRole('button', { name: 'platform', exact: true }).click();
    await page.getByRole('table', { name: 'Bill lines of platform' }).getByText('$30.50').waitFor();
    await expectSound(page);

    await page.getByRole('textbox', { name: 'Filter' }).fill('costs.provider =');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page
      .getByText(/^Invalid VQL at line 1/)
      .first()
      .waitFor();
    expect(await page.getByText('values[0]').count()).toBe(0);
  });

  test('label transforms turn the labels of a metric into values of a virtual tag', async () => {
    const metric = await make('business_metrics', { title: 'Requests' });
    const tag = await make('virtual_tag_configs', {
      key: 'squad',
      overridable: true,
      backfill_until: `${lastMonth}-01`,
      values: [{ filter: everyCost, business_metric_token: metric }],
    });
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, `/virtual-tags/${tag}`);
    await page.getByRole('button', { name: /Proportional to a business metric/ }).click();
    await page.getByRole('button', { name: 'Add step' }).click();
    const [first, second] = [1, 2].map((number) =>
      page.getByRole('group', { name: `Step ${number}`, exact: true }),
    );
    await first!.getByRole('textbox', { name: 'Part' }).fill('2');
    await page.getByRole('button', { name: 'Add step' }).click();
    await second!.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Format' }).click();
    await second!.getByRole('textbox', { name: /^Template/ }).fill('squad {0}');
    await expectSound(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/virtual-tags$/);
    const { values } = await farthing.send('GET', `/v2/virtual_tag_configs/${tag}`);
    expect(values).toMatchObject([
      {
        label_transforms: [
          { type: 'split', delimiter: '-', index: 1 },
          { type: 'format', template: 'squad {0}' },
        ],
      },
    ]);
  });

  test('a business metric is imported from a provider', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/business-metrics/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Page views');
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Datadog' }).click();
    await page.getByRole('button', { name: 'Connect Datadog' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('API key').fill('key');
    await dialog.getByLabel('Application key').fill('other key');
    await expectSound(page);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Query' }).fill('sum:views{*}');
    await page.getByRole('button', { name: 'Create business metric' }).click();
    await page.getByRole('heading', { name: 'Page views' }).waitFor();
    const query = page.getByRole('textbox', { name: 'Query' });
    await query.fill('sum:views{*} by {shop}');
    await page.getByRole('button', { name: 'Save source' }).click();
    await page.getByText('Saved the source of “Page views”.').waitFor();
    await expectSound(page);
    await page.reload();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value.endsWith('{shop}')),
    );
  });

  test('the forecast of a report is drawn and added to its total', async () => {
    const dates = { start_date: `${lastMonth}-01`, end_date: daysAhead(20) };
    const token = await make('cost_reports', {
      title: 'Outlook',
      filter: everyCost,
      ...dates,
      date_bin: 'day',
    });
    const forecasted = await waitFor('the report is forecast', async () => {
      const path = `/v2/cost_reports/${token}/period_forecast?${new URLSearchParams(dates)}`;
      const { forecast, days } = await farthing.send('GET', path);
      return forecast === null ? undefined : (days as { amount: string }[]);
    });
    expect(forecasted.length).toBeGreaterThanOrEqual(20);
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, `/cost-reports/${token}`);
    await page.getByText(/^Forecast through/).waitFor();
    const expected = forecasted.reduce((sum, { amount }) => sum + Number(amount), 60.5);
    await page
      .getByText(`$${expected.toFixed(2)}`, { exact: true })
      .first()
      .waitFor();
    // A chart that is still being drawn takes no notice of the pointer.
    await waitFor('the tooltip names the forecast', async () => {
      await page.locator('canvas').hover({ position: { x: 940, y: 200 } });
      await page.locator('canvas').hover({ position: { x: 941, y: 200 } });
      return (await page.getByRole('cell', { name: 'Forecast' }).isVisible()) || undefined;
    });
    await expectSound(page);
  });

  test('pages of one object are sound', async () => {
    const page = await farthing.newPage({ width: 360 });
    await farthing.logIn(page);
    const segment = await make('segments', { title: 'Company', track_unallocated: true });
    const metric = await make('business_metrics', {
      title: 'Orders',
      values: [{ date: `${lastMonth}-01`, amount: 12, label: 'web' }],
    });
    const canvas = await make('canvases', { title: 'Fog', prompt: 'the colour of the fog' });
    const model = await make('scenario_models', { title: 'Move', periods: [] });
    const forecast = await make('report_forecasts', {
      title: 'With the move',
      cost_report_token: await report('Planned'),
      scenario_model_tokens: [model],
    });
    const paths = [
      '/segments',
      `/segments/${segment}`,
      `/business-metrics/${metric}`,
      `/scenario-models/${model}`,
      `/forecasts/${forecast}`,
      `/canvases/${canvas}/edit`,
      `/canvases/${canvas}`,
    ];
    for (const path of paths) {
      await farthing.visit(page, path);
      await expectSound(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(360);
    }
    // The prompt of the canvas cannot be parsed, and the page says so.
    await page.getByRole('alert').waitFor();
  });
});
