import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSkipped, skipNotice, startConsole } from './console.js';

const header =
  'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName,SubAccountId,SubAccountName,ResourceId';
const row = (provider: string, day: string, cost: number, service: string, resource: string) =>
  `${provider},1,${day.slice(0, 7)}-01,${day},,Usage,${cost},USD,${service},acct-1,Production,${resource}`;
const march = 'start=2026-03-01&end=2026-03-31';

describe.skipIf(isSkipped)(`filters and dates of the explorer${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  const button = (name: string | RegExp, exact = false) =>
    page.getByRole('button', { name, exact });
  const searchOf = () => new URL(page.url()).searchParams;

  beforeAll(async () => {
    if (isSkipped) return;
    // 260 resources, of which i-7xx have the smallest costs.
    const resources = Array.from({ length: 260 }, (_, index) =>
      row('AWS', '2026-03-02', 1000 - index, 'Compute', `i-${500 + index}`),
    );
    await farthing.importCsv(
      [
        header,
        ...resources,
        row('AWS', '2026-03-03', 40, 'Storage', 'bucket'),
        row('AWS', '2026-02-03', 10, 'Storage', 'bucket'),
      ].join('\n'),
    );
    await farthing.importCsv(
      [header, row('Microsoft', '2026-03-03', 5, 'Machines', 'vm-1')].join('\n'),
    );
    page = await farthing.newPage();
    await farthing.logIn(page);
  });

  test('presets stay relative in the address, typed dates are fixed', async () => {
    await farthing.visit(page, '/explore');
    await button('Date range: Last 30 days').click();
    await button('Last 90 days').click();
    await page.waitForURL(/range=last_90_days/);
    await page.reload();
    await button('Date range: Last 90 days').click();
    const dates = page.getByRole('dialog', { name: 'Date range' });
    await dates.getByLabel('From').fill('2026-02-30');
    await dates.getByLabel('To', { exact: true }).fill('3/31/2026');
    await dates.getByRole('button', { name: 'Apply' }).click();
    await dates.getByText(/Enter a date as YYYY-MM-DD/).waitFor();
    await dates.getByLabel('From').fill('3/1/2026');
    await dates.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/start=2026-03-01/);
    expect(searchOf().get('end')).toBe('2026-03-31');
    expect(searchOf().get('range')).toBeNull();
    // The bill has no hours.
    await page.getByRole('combobox', { name: 'Group dates by' }).click();
    await page.getByRole('option', { name: 'Day' }).waitFor();
    expect(await page.getByRole('option', { name: 'Hour' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('a comparison with a range of its own says that the lengths differ', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await button('Compare with: Previous period').click();
    const dialog = page.getByRole('dialog', { name: 'Compare with' });
    await dialog.getByRole('button', { name: 'Custom period' }).click();
    await dialog.getByLabel('From').fill('2026-02-03');
    await dialog.getByLabel('To', { exact: true }).fill('2026-02-03');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/compare_start=2026-02-03/);
    await page.getByText(/ranges of different length: \d+ days against 1/).waitFor();
  });

  test('a resource is found without its service, which is filtered with it', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await button('Add filter').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resource', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Search values' }).fill('vm-');
    await dialog.getByRole('checkbox', { name: 'vm-1' }).check();
    await button('Apply', true).click();
    await button('service is Machines').waitFor();
    await button('resource is vm-1').waitFor();
    await page.getByTitle('$5.00').first().waitFor();
  });

  test('values are checked in a list with amounts, and found on the server', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await button('Add filter').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Service', exact: true }).click();
    const values = page.getByRole('group', { name: 'Values' });
    await values.getByText('$40.00').waitFor();
    expect(await values.getByRole('checkbox').first().getAttribute('aria-label')).toBe('Compute');
    await values.getByRole('checkbox', { name: 'Compute' }).check();
    await values.getByRole('checkbox', { name: 'Storage' }).check();
    await button('Apply', true).click();
    await button('service is Compute or Storage').waitFor();

    await button('Add filter').click();
    await button('Resource', true).click();
    await page.getByText('61 more; search to find them.').waitFor();
    expect(await values.getByRole('checkbox', { name: 'i-755' }).count()).toBe(0);
    await page.getByLabel('Search values').fill('I-75');
    await values.getByRole('checkbox', { name: 'i-755' }).check();
    await button('Apply', true).click();
    await button('resource is i-755').waitFor();
    await page.getByTitle('$745.00').first().waitFor();

    // Escape closes one layer: the form, not the page behind it.
    await button('resource is i-755').click();
    await page.getByLabel('Search values').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Search values').waitFor({ state: 'hidden' });
    await button('resource is i-755').click();
    await page.locator('select').selectOption('contains');
    await page.getByRole('combobox', { name: 'Texts' }).fill('bucket');
    await page.keyboard.press('Enter');
    await button('Apply', true).click();
    await button('resource contains bucket').waitFor();
    await page.waitForURL((url) => url.searchParams.get('filter')!.includes("LIKE '%bucket%'"));
    await page.getByTitle('$40.00').first().waitFor();
    await farthing.expectNoAxeViolations(page);
  });

  test('a drill-down shows the clicked bar alone, also where a saved filter adds its provider', async () => {
    const saved = await farthing.send('POST', '/v2/saved_filters', {
      title: 'Azure too',
      filter: "costs.provider = 'azure'",
    });
    const report = await farthing.send('POST', '/v2/cost_reports', {
      title: 'Two providers',
      saved_filter_tokens: [saved['token']],
      filter: "costs.provider = 'aws'",
      groupings: 'provider',
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    });
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    for (const provider of ['azure', 'aws']) {
      const { total } = (await farthing.send(
        'GET',
        `/v2/costs/series?start_date=2026-03-01&end_date=2026-03-31&filter=${encodeURIComponent(`costs.provider = '${provider}'`)}`,
      )) as { total: { amount: string } };
      await farthing.visit(page, `/cost-reports/${String(report['token'])}`);
      const menu = `Actions of ${provider === 'aws' ? 'AWS' : 'Azure'} in the chart`;
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem', { name: 'Service', exact: true }).click();
      const narrowed = page.getByRole('group', { name: 'Narrowed to' });
      await narrowed.getByText(/^Of these, only: provider is /).waitFor();
      const totalRow = page.getByRole('row', { name: /^Total/ });
      await totalRow
        .getByTitle(money.format(Number(total.amount)))
        .first()
        .waitFor();
      await narrowed.getByRole('button', { name: 'Show all' }).click();
      await narrowed.waitFor({ state: 'detached' });
    }
    farthing.expectNoConsoleErrors(page);
  });

  test('groups are joined by OR', async () => {
    const filter = "costs.provider = 'aws' AND costs.service = 'Storage'";
    await farthing.visit(page, `/explore?${march}&filter=${encodeURIComponent(filter)}`);
    await button('Or', true).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Service', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Machines' }).check();
    await button('Apply', true).click();
    await button('service is Machines').waitFor();
    await page.getByText('or', { exact: true }).waitFor();
    await page.getByTitle('$45.00').first().waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test('VQL that chips cannot show stays text', async () => {
    await farthing.visit(page, `/explore?${march}`);
    await button('VQL').click();
    const editor = page.locator('.cm-content');
    const complex = "costs.provider = 'aws' AND costs.allocation = 0.5";
    await editor.click();
    await page.keyboard.insertText(complex);
    await button('Chips').click();
    await page.getByText('too complex for chips').waitFor();
    expect(await editor.textContent()).toBe(complex);
    await page.keyboard.press('Control+Enter');
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText("costs.provider = 'aws' AND");
    await button('Chips').click();
    await page.getByText('not valid VQL yet').waitFor();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(" costs.account_id = 'Prod");
    // Accounts are completed by name.
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete').getByText('acct-1').click();
    await button('Chips').click();
    await button('account is Production').waitFor();
  });

  test('filters of the report and its folder are shown, and a changed one applies within them', async () => {
    const saved = await farthing.send('POST', '/v2/saved_filters', {
      title: 'Microsoft',
      filter: "costs.provider = 'azure'",
    });
    const folder = await farthing.send('POST', '/v2/folders', {
      title: 'Platform',
      saved_filter_tokens: [saved['token']],
    });
    const report = await farthing.send('POST', '/v2/cost_reports', {
      title: 'Storage',
      folder_token: folder['token'],
      filter: "costs.provider = 'aws' AND costs.service = 'Storage'",
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    });
    await farthing.visit(page, `/cost-reports/${String(report['token'])}`);
    await page.getByText(/^Microsoft \(folder Platform\): provider is .*Azure/).waitFor();
    await page.getByTitle('$45.00').first().waitFor();
    await button('service is Storage').click();
    await button('Remove', true).click();
    await page.getByText(/^Microsoft \(folder Platform\)/).waitFor();
    const { total } = (await farthing.send(
      'GET',
      `/v2/costs/series?start_date=2026-03-01&end_date=2026-03-31&filter=${encodeURIComponent("costs.provider = 'aws' OR costs.provider = 'azure'")}`,
    )) as { total: { amount: string } };
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    await page
      .getByTitle(money.format(Number(total.amount)))
      .first()
      .waitFor();
    await farthing.expectNoAxeViolations(page);
  });

  test('a saved report keeps a relative range and its comparison', async () => {
    await farthing.visit(
      page,
      '/explore?range=this_month&compare_start=2026-02-01&compare_end=2026-02-28',
    );
    await button('Group by: Service').click();
    await page.getByLabel('Search dimensions and tags').fill('Reg');
    await button('Region', true).click();
    await button('Move Region up').click();
    await page.keyboard.press('Escape');
    await button('Group by: Region, Service').waitFor();
    await button('Save as report').click();
    await page.getByLabel('Title').fill('This month');
    await button('Save', true).click();
    await page.waitForURL(/\/cost-reports\/rprt_\w+$/);
    const token = page.url().split('/').at(-1)!;
    expect(await farthing.send('GET', `/v2/cost_reports/${token}`)).toMatchObject({
      date_interval: 'this_month',
      groupings: 'region,service',
      previous_period_start_date: '2026-02-01',
    });
    await button(/^Compare with: Feb/).click();
    await button('Previous period', true).click();
    await button('Save changes').click();
    await expect
      .poll(() => farthing.send('GET', `/v2/cost_reports/${token}`), { timeout: 60_000 })
      .toMatchObject({ date_interval: 'this_month', previous_period_start_date: null });
  });

  test('on a phone, dates and filters are sheets over the whole width', async () => {
    page = await farthing.newPage({ width: 390 });
    await farthing.logIn(page);
    await farthing.visit(page, `/explore?${march}`);
    await button(/^Date range/).click();
    const sheet = page.getByRole('dialog', { name: 'Date range' });
    await button('Last quarter').waitFor();
    expect((await sheet.boundingBox())!.width).toBe(390);
    await farthing.expectNoAxeViolations(page);
    const apply = sheet.getByRole('button', { name: 'Apply' });
    await apply.scrollIntoViewIfNeeded();
    await apply.click();
    await sheet.waitFor({ state: 'hidden' });
    await button('Add filter').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Service', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Storage' }).check();
    await farthing.expectNoAxeViolations(page);
    await button('Apply', true).click();
    await button('service is Storage').waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    farthing.expectNoConsoleErrors(page);
  });

  test('an invalid filter is underlined, values are completed, and chips show the filter', async () => {
    // A page of its own, because the browser logs the failed request of the invalid filter as an error.
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, `/explore?${march}`);
    await page.getByRole('button', { name: 'VQL' }).click();
    const editor = page.locator('.cm-content');
    await editor.fill("costs.provider == 'aws'");
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page
      .getByText(/^Invalid VQL at line 1, column/)
      .first()
      .waitFor();
    await page.locator('.cm-lintRange-error').waitFor();

    await editor.fill('');
    await editor.pressSequentially("costs.provider = 'aws' AND costs.service = 'Stor", {
      delay: 5,
    });
    await page.locator('.cm-tooltip-autocomplete').getByText('Storage').first().click();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/Storage/);
    await page.getByRole('button', { name: 'Chips' }).click();
    await page.getByRole('button', { name: 'service is Storage' }).waitFor();
    await farthing.expectNoAxeViolations(page);
  });

  test('costs are exported as CSV', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, `/explore?${march}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const link = dialog.getByRole('link', { name: 'File 1 of 1' });
    await link.waitFor();
    await farthing.expectNoAxeViolations(page);
    const download = page.waitForEvent('download');
    await link.click();
    const file = await text(await (await download).createReadStream());
    expect(file).toContain('Storage');
    expect(file).toMatch(/\b40\b/);
  });
});
