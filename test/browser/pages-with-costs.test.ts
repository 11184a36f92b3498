import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const month = new Date().toISOString().slice(0, 7);
const day = `${month}-01`;
const bill = `ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName,Tags
AWS,1,${day},${day}T00:00:00Z,${day}T01:00:00Z,Usage,12.5,USD,Storage,"{""team"":""web""}"
AWS,1,${day},${day}T00:00:00Z,${day}T01:00:00Z,Usage,1250,USD,Compute,"{""team"":""data""}"
`;

describe.skipIf(isSkipped)(`pages with costs${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  let report: string;
  let budget: string;
  let alert: string;

  const create = async (path: string, body: object) =>
    String((await farthing.send('POST', `/v2/${path}`, body))['token']);

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill);
    report = await create('cost_reports', { title: 'All costs', filter: "costs.provider = 'aws'" });
    const periods = [{ start_at: day, amount: 1000 }];
    budget = await create('budgets', { name: 'Company', cost_report_token: report, periods });
    alert = await create('budget_alerts', {
      budget_tokens: [budget],
      threshold: 80,
      duration_in_days: null,
      user_tokens: [],
    });
    page = await farthing.newPage();
    await farthing.logIn(page);
  }, timeoutMs);

  test.each([
    ['the overview', () => '/'],
    ['the explorer', () => '/explore?groupings=service'],
    ['a report', () => `/cost-reports/${report}`],
    ['a list', () => '/budgets'],
    ['an object with figures', () => `/budgets/${budget}`],
    ['a form with values', () => `/budgets/${budget}/edit`],
    ['an editor of rules', () => '/virtual-tags/new'],
  ])('%s is accessible in the dark and on a phone', async (_kind, path) => {
    await farthing.expectSoundKind(page, path());
    farthing.expectNoConsoleErrors(page);
  });

  test.each([
    ['/budget-alerts', () => '/budget-alerts'],
    ['an alert', () => `/budget-alerts/${alert}`],
    ['/segments', () => '/segments'],
    ['/tags', () => '/tags'],
    ['the values of a tag', () => '/tags/team'],
  ])('%s is accessible and fits a phone', async (_name, path) => {
    await farthing.expectSoundPage(page, path());
    farthing.expectNoConsoleErrors(page);
  });
});
