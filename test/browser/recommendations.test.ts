import { beforeAll, describe, expect, test } from 'vitest';
import { awsBill, charge } from '../aws-bill.js';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const inTenDays = dayOf(-10);

/** 40 days with internet traffic of a bucket for 10.00, and a load balancer that nothing uses for 0.54. */
function bill(): string {
  return awsBill(
    Array.from({ length: 40 }, (_, index) => {
      const start = `${dayOf(40 - index)}T00:00:00Z`;
      const end = `${dayOf(39 - index)}T00:00:00Z`;
      return [
        {
          ...charge('Usage', start, end, '10'),
          'lineItem/ProductCode': 'AmazonS3',
          'lineItem/UsageType': 'DataTransfer-Out-Bytes',
          'lineItem/UsageAmount': '100',
          'lineItem/ResourceId': 'downloads',
          'pricing/unit': 'GB',
        },
        {
          ...charge('Usage', start, end, '0.54'),
          'lineItem/ProductCode': 'AWSELB',
          'lineItem/UsageType': 'LoadBalancerUsage',
          'lineItem/UsageAmount': '24',
          'lineItem/ResourceId':
            'arn:aws:elasticloadbalancing:us-east-1:100000000002:loadbalancer/app/old/1a2b',
        },
      ];
    }).flat(),
  );
}

describe.skipIf(isSkipped)(`recommendations${skipNotice}`, () => {
  const farthing = startConsole();

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill());
    await waitFor('the recommendations are found', async () => {
      const { recommendations } = await farthing.send('GET', '/v2/recommendations');
      return (recommendations as unknown[]).length === 2 || undefined;
    });
  }, timeoutMs);

  test(
    'a recommendation is found by its category, and dismissed and restored with a reason',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/');
      await page.getByRole('link', { name: 'Recommendations' }).first().click();
      const savings = page.getByRole('region', { name: 'Savings' });
      const rows = page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr:has(td)');
      // 0.8 × 300.00 of traffic in 30 days, and 0.54 × 30 of the load balancer.
      await savings.getByText('$256.20').first().waitFor();
      await savings
        .getByText(
          /part of the \$316\.20 that these 2 resources cost per month at the current rate/,
        )
        .waitFor();
      await expect.poll(() => rows.count()).toBe(2);
      // Each type has its saving beside what it is a part of.
      const group = (name: RegExp) => page.getByRole('rowheader', { name });
      await group(/^Serve buckets .*saving \$240\.00 of \$300\.00 per month \(80\.0%\)/).waitFor();
      expect(await rows.first().textContent()).toContain('$300.00$240.00');
      await farthing.expectNoAxeViolations(page);
      await page.getByText('By account', { exact: true }).last().click();
      await group(/2 recommendations, saving \$256\.20 of \$316\.20 per month/).waitFor();
      await page.getByText('By type', { exact: true }).click();

      await savings.getByRole('button', { name: 'S3 internet traffic' }).click();
      await page.getByRole('button', { name: 'Category: S3 internet traffic' }).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      expect(await rows.first().textContent()).toContain('$240.00');
      await rows.first().getByRole('link').click();

      await page.getByRole('heading', { name: /^Serve buckets with much internet/ }).waitFor();
      const resource = page.getByRole('article', { name: 'downloads' });
      await resource.getByText('$240.00 per month').waitFor();
      await resource.getByText('300.00 USD').waitFor();
      await resource.getByText('80%').waitFor();

      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      const form = page.getByRole('dialog');
      expect(await form.getByRole('button', { name: 'Dismiss', exact: true }).isDisabled()).toBe(
        true,
      );
      await form.getByRole('textbox', { name: 'Reason' }).fill('A mirror moves it');
      await form.getByLabel('Until').fill(inTenDays);
      await farthing.expectNoAxeViolations(page);
      await form.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.getByText(/^Dismissed until .*: A mirror moves it$/).waitFor();

      await farthing.visit(page, '/recommendations?show=dismissed');
      await savings.getByText('$16.20').first().waitFor();
      await savings.getByText('$240.00').first().waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      await rows.first().getByRole('link').click();
      await page.getByRole('button', { name: 'Restore', exact: true }).click();
      await page.getByRole('button', { name: 'Dismiss', exact: true }).waitFor();

      await farthing.visit(page, '/recommendations');
      await savings.getByText('$256.20').first().waitFor();
      await page.getByRole('textbox', { name: /^Minimum saving per month/ }).fill('100');
      await expect.poll(() => rows.count()).toBe(1);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test(
    'filters are saved as a view, which is opened by its link, changed, renamed and deleted',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/recommendations');
      const rows = page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr:has(td)');
      await expect.poll(() => rows.count()).toBe(2);
      await page
        .getByRole('region', { name: 'Savings' })
        .getByRole('button', { name: 'Idle resources' })
        .click();
      await page.getByRole('button', { name: 'Save as a view' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Idle');
      await farthing.expectNoAxeViolations(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(/\?view=rec_vw_[0-9a-f]+$/);

      // The link alone opens the view with its filters.
      await farthing.expectSoundPage(
        page,
        new URL(page.url()).pathname + new URL(page.url()).search,
      );
      await page.getByRole('button', { name: 'Category: Idle resources' }).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      const chosen = page.getByRole('combobox', { name: 'View' });
      await expect.poll(() => chosen.inputValue()).toBe('Idle');

      await page.getByRole('textbox', { name: /^Minimum saving per month/ }).fill('100');
      await expect.poll(() => rows.count()).toBe(0);
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByRole('button', { name: /^Category: Idle resources/ }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole('textbox', { name: /^Minimum saving per month/ }).fill('100');
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Saved “Idle”.').first().waitFor();
      await page.waitForURL(/\?view=rec_vw_[0-9a-f]+$/);
      await expect.poll(() => rows.first().textContent()).toContain('$240.00');

      await page.getByRole('button', { name: 'Rename' }).click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Large');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => chosen.inputValue()).toBe('Large');
      const link = page.url();

      await page.getByRole('button', { name: 'Delete the view' }).click();
      await page.getByText('Deleted the view “Large”.').waitFor();
      await expect.poll(() => rows.count()).toBe(2);
      await waitFor('the view is deleted', async () => {
        const { recommendation_views: views } = await farthing.send(
          'GET',
          '/v2/recommendation_views',
        );
        return (views as unknown[]).length === 0 || undefined;
      });
      await farthing.visit(page, new URL(link).pathname + new URL(link).search);
      await page.getByText('The view of this link was deleted').waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('the pages fit a phone in the dark', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(page);
    await farthing.visit(page, '/recommendations?category=idle_compute_optimizer_recommender');
    await page.getByRole('rowheader', { name: /^Stop or delete resources/ }).waitFor();
    await page
      .getByRole('table', { name: 'Recommendations' })
      .locator('tbody')
      .getByRole('link')
      .click();
    await page.getByText('16.20 USD').first().waitFor();
    await farthing.expectNoAxeViolations(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    farthing.expectNoConsoleErrors(page);
  });
});
