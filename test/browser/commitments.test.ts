import { describe, expect, test } from 'vitest';
import { awsBill, charge, planArn } from '../aws-bill.js';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** 40 days: a plan of 1.00 per hour that is used to 90 %, and steady usage on demand. */
function bill(): string {
  const days = Array.from({ length: 40 }, (_, index) => ({
    start: `${dayOf(40 - index)}T00:00:00Z`,
    end: `${dayOf(39 - index)}T00:00:00Z`,
  }));
  const plan = {
    'savingsPlan/SavingsPlanARN': planArn,
    'savingsPlan/StartTime': `${dayOf(335)}T00:00:00.000Z`,
    'savingsPlan/EndTime': `${dayOf(-30)}T00:00:00.000Z`,
    'savingsPlan/OfferingType': 'ComputeSavingsPlans',
    'savingsPlan/PaymentOption': 'No Upfront',
    'savingsPlan/PurchaseTerm': '1yr',
  };
  const usage = (cost: string) => ({
    'lineItem/UsageType': 'BoxUsage:m5.large',
    'lineItem/UsageAmount': '24',
    'pricing/publicOnDemandCost': cost,
  });
  return awsBill(
    days.flatMap(({ start, end }) => [
      {
        ...charge('SavingsPlanRecurringFee', start, end, '24'),
        ...plan,
        'lineItem/ProductCode': 'ComputeSavingsPlans',
        'savingsPlan/TotalCommitmentToDate': '24',
        'savingsPlan/UsedCommitment': '21.6',
      },
      {
        ...charge('SavingsPlanCoveredUsage', start, end, '30'),
        ...plan,
        ...usage('30'),
        'savingsPlan/SavingsPlanEffectiveCost': '21.6',
      },
      { ...charge('SavingsPlanNegation', start, end, '-30'), ...plan },
      { ...charge('Usage', start, end, '240'), ...usage('240'), 'lineItem/ResourceId': 'i-1' },
    ]),
  );
}

describe.skipIf(isSkipped)(`commitments${skipNotice}`, () => {
  const farthing = startConsole();

  test(
    'coverage, expiries and what to purchase next are on one page',
    { timeout: timeoutMs },
    async () => {
      await farthing.importCsv(bill());
      const listed = async () => {
        const { financial_commitments: found } = await farthing.send(
          'GET',
          '/v2/financial_commitments',
        );
        return (found as unknown[]).length > 0 || undefined;
      };
      await waitFor('the commitments are derived', listed);
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/commitments');
      await page.getByText('90.0%').first().waitFor();

      const table = page.getByRole('table', { name: 'Commitments' });
      await table.getByText('Compute Savings Plan').waitFor();
      await table.getByText(/^(29|30) days left$/).waitFor();

      const slider = page.getByRole('slider', { name: 'Commitment' });
      const outcome = page.getByRole('group', { name: 'Outcome' });
      await slider.waitFor();
      // 10.00 an hour at a discount of 27 %: 7.30 an hour saves 2.70 × 730 a month.
      await outcome.getByText('$1.97K').first().waitFor();
      await outcome.getByText('−27.0% usage').waitFor();
      const terms = page.getByRole('table', { name: 'Terms and payment' });
      const term = (name: RegExp) => terms.getByRole('row', { name }).textContent();
      expect(await term(/^1 year, no upfront/)).toMatch(
        /\$0\.00\$5,329\.00\$63,948\.00\$1,971\.00.*from the startUsual discount$/,
      );
      expect(await term(/^3 years, all upfront/)).toMatch(/No price$/);
      await page.getByText(/even from the start, and saves \$1,971\.00 per month/).waitFor();
      await page.getByRole('img', { name: /^What is paid over 12 months/ }).waitFor();
      await farthing.expectNoAxeViolations(page);

      await slider.focus();
      await page.keyboard.press('Home');
      await outcome.getByText('$0').first().waitFor();
      await page.getByRole('button', { name: 'Best: $7.30 per hour' }).click();
      await outcome.getByText('$1.97K').first().waitFor();

      // All figures follow the period: 20 days of 60 have no usage.
      await page.getByText('60 days', { exact: true }).click();
      await page.getByText(/^No commitment would have saved anything/).waitFor();
      await page.waitForURL(/days=60/);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test(
    'a report is created, shows its own groups, and is edited and deleted',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/commitments');
      await page.getByRole('link', { name: 'Manage reports' }).click();
      await page.getByRole('link', { name: 'New commitment report' }).first().click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Usage');
      await page
        .getByRole('textbox', { name: 'Filter' })
        .fill(
          "financial_commitments.provider = 'aws' AND financial_commitments.cost_type = 'Usage'",
        );
      await page.getByRole('combobox', { name: 'Date range' }).click();
      await page.getByRole('option', { name: 'Last 30 days' }).click();
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();

      // 30 days of 240.00 on demand; the plan is not in the report.
      await page.waitForURL(/report=fncl_cmnt_rprt_/);
      const groups = page.getByRole('table', { name: 'By cost type' });
      await groups.getByText('$7,200.00').first().waitFor();
      await expect.poll(() => groups.locator('tbody tr').count()).toBe(1);

      await page.getByRole('link', { name: 'Manage reports' }).click();
      await page.getByRole('link', { name: 'Usage', exact: true }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Plans');
      await page.getByRole('textbox', { name: 'Filter' }).fill('');
      await page.getByRole('combobox', { name: 'Granularity' }).click();
      await page.getByRole('option', { name: 'Week' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved “Plans”.').waitFor();
      await page.getByRole('link', { name: 'View the figures of Plans' }).click();
      await expect.poll(() => groups.locator('tbody tr').count()).toBeGreaterThan(1);
      await page.getByText('90.0%').first().waitFor();

      await farthing.expectSoundPage(page, '/commitments/reports');
      const row = page.getByRole('row', { name: /Plans/ });
      await row.getByRole('button', { name: 'Actions of Plans' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Deleted the commitment report “Plans”.').waitFor();
      await expect.poll(() => row.count()).toBe(0);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test(
    'the page is accessible and fits a phone, in dark colours',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage({ dark: true, width: 390 });
      await farthing.logIn(page);
      await farthing.visit(page, '/commitments');
      await page.getByRole('slider', { name: 'Commitment' }).waitFor();
      await farthing.expectNoAxeViolations(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    },
  );
});
