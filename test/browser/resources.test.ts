import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { awsBill, charge } from '../aws-bill.js';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const account = '100000000002';
const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const arn = (rest: string) => `arn:aws:ec2:us-east-1:${account}:${rest}`;

/** An instance for 2.00 and two volumes for 0.50 a day, on the last ten days. */
const bill = () =>
  awsBill(
    Array.from({ length: 10 }, (_, index) => index + 1).flatMap((ago) =>
      [
        ['i-1', '2'],
        ['vol-1', '0.5'],
        ['vol-2', '0.5'],
      ].map(([id, cost]) => ({
        ...charge('Usage', `${dayOf(ago)}T00:00:00Z`, `${dayOf(ago - 1)}T00:00:00Z`, cost!),
        'lineItem/UsageType': id === 'i-1' ? 'BoxUsage:m5.large' : 'EBS:VolumeUsage.gp2',
        'lineItem/UsageAmount': '24',
        'lineItem/ResourceId': id!,
      })),
    ),
  );

const volume = (id: string, label: string, instance: string | null = null) => ({
  uuid: arn(`volume/${id}`),
  type: 'aws_ebs_volume',
  label,
  metadata: {
    volume_type: 'gp2',
    size: 100,
    state: 'in-use',
    ...(instance && { attached_instance_id: instance }),
  },
});
const inventory = () =>
  [
    {
      uuid: arn('instance/i-1'),
      type: 'aws_instance',
      label: 'web server',
      metadata: { instance_type: 'm5.large', state: 'running', max_cpu: 71.25 },
      tags: { team: 'web' },
    },
    volume('vol-1', 'data', 'i-1'),
    volume('vol-2', 'logs'),
  ]
    .map((item) => JSON.stringify({ ...item, account_id: account, region: 'us-east-1' }))
    .join('\n');

describe.skipIf(isSkipped)(`resources${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  /** Of the recommendation about both volumes. */
  let recommendation: string;

  beforeAll(async () => {
    if (isSkipped) return;
    await farthing.importCsv(bill());
    const { integrations } = await farthing.send('GET', '/v2/integrations');
    const [{ token }] = integrations as [{ token: string }];
    await farthing.storeDataFile(token, 'inventory.jsonl', inventory());
    recommendation = await waitFor('the volumes are found', async () => {
      const { recommendations } = await farthing.send('GET', '/v2/recommendations?type=gp2-to-gp3');
      const [found] = recommendations as { token: string; resources_affected_count: number }[];
      return found?.resources_affected_count === 2 ? found.token : undefined;
    });
    page = await farthing.newPage({ width: 1440 });
    await farthing.logIn(page);
  }, timeoutMs);

  const rows = () => page.locator('table[aria-label="Resources"] tbody tr');
  const screenshot = async (own: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await own.screenshot({ path: `${folder}/resources-${name}.png`, fullPage: true });
  };

  test(
    'a resource is found by search and filter, and its page leads to its costs',
    { timeout: timeoutMs },
    async () => {
      await farthing.visit(page, '/resources');
      await expect.poll(() => rows().count()).toBe(3);
      const [name, cost, , , , region, utilization, state] = await rows()
        .first()
        .locator('td')
        .allTextContents();
      expect([name, region, utilization]).toEqual([
        'web serverEC2 instance',
        'US East (N. Virginia)',
        '71.3%, –',
      ]);
      await rows()
        .first()
        .getByRole('img', { name: /^\$0\.00 to \$2\.00 per day, / })
        .waitFor();
      await page.getByRole('button', { name: 'Copy the identifier of web server' }).waitFor();
      // The last 30 complete days, with their dates.
      expect(cost).toMatch(/^\$20\.00\w{3} \d+(, \d{4})? – (\w{3} )?\d+, \d{4}$/);
      expect(state).toMatch(/^Runningsince /);
      await screenshot(page, 'list');
      await page.getByRole('textbox', { name: 'Search resources' }).fill('VOL-1');
      await expect.poll(() => rows().count()).toBe(1);
      await farthing.visit(
        page,
        `/resources?filter=${encodeURIComponent("resources.type = 'aws_instance'")}`,
      );
      await expect.poll(() => rows().count()).toBe(1);
      await page.getByText('resources.type').first().waitFor();
      await page.getByRole('link', { name: 'web server' }).click();

      await page.getByRole('heading', { name: 'web server' }).waitFor();
      await page.getByRole('region', { name: 'Tags' }).getByText('team').waitFor();
      await page.getByRole('region', { name: 'Utilization' }).getByText('71.3%').waitFor();
      await page.getByRole('region', { name: 'Attributes' }).getByText('m5.large').waitFor();
      const costs = page.getByRole('region', { name: 'Costs over time' });
      await costs.getByText(/\$20\.00 from/).waitFor();
      // One of the two volumes is attached, with what it costs.
      const neighbours = page.getByRole('table', { name: 'Neighbors' }).locator('tbody tr');
      await neighbours.first().waitFor();
      expect(await neighbours.allTextContents()).toEqual([
        expect.stringMatching(/^dataAttachedEBS volume\$5\.00/),
      ]);
      await farthing.expectNoAxeViolations(page);
      await screenshot(page, 'one');
      await costs.getByRole('link', { name: 'Explore these costs' }).click();
      await page.waitForURL(/\/explore\?/);
      await page.getByText('$20.00').first().waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('the palette finds a resource by name and identifier', { timeout: timeoutMs }, async () => {
    await farthing.visit(page, '/tokens');
    const search = async (text: string, found: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search pages and objects' }).fill(text);
      await page.getByRole('option', { name: found }).click();
    };
    await search('log', /^logs ?EBS volume$/);
    await page.getByRole('heading', { name: 'logs' }).waitFor();
    // Also where it is among the recent ones.
    await search('instance/i-1', /^web server ?EC2 instance$/);
    await page.getByRole('heading', { name: 'web server' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test(
    'a report is created from a filter, opened, edited and deleted',
    { timeout: timeoutMs },
    async () => {
      await farthing.visit(
        page,
        `/resources?filter=${encodeURIComponent("resources.type = 'aws_ebs_volume'")}`,
      );
      await page.getByRole('link', { name: 'Save as a report' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Volumes');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(/\/resource-reports\/prvdr_rsrc_rprt_/);
      const report = page.locator('table[aria-label="Volumes"] tbody tr');
      await expect.poll(() => report.count()).toBe(2);

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('combobox', { name: 'Columns' }).fill('Volume type');
      await page.getByRole('option', { name: 'Volume type' }).click();
      await page.keyboard.press('Escape');
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('columnheader', { name: 'Volume type' }).waitFor();
      expect(await report.first().textContent()).toContain('gp2');
      await screenshot(page, 'report');

      await farthing.visit(page, '/resource-reports');
      await page.getByRole('link', { name: 'All Active Resources' }).waitFor();
      await page.getByRole('button', { name: /Volumes/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Deleted the resource report “Volumes”.').waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test(
    'one resource of a recommendation is dismissed and restored',
    { timeout: timeoutMs },
    async () => {
      await farthing.visit(page, `/recommendations/${recommendation}`);
      const open = page.getByRole('region', { name: 'Resources', exact: true });
      const dismissed = page.getByRole('region', { name: 'Dismissed resources' });
      // A fifth of 15.00 per month for each volume.
      await page.getByText('$6.00').first().waitFor();
      await open.getByText('EBS volume').first().waitFor();
      await open.getByText('Costs $15.00 per month').first().waitFor();
      await open.getByRole('button', { name: 'Dismiss logs' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Archived next week');
      await page.getByRole('button', { name: 'Dismiss', exact: true }).last().click();
      await dismissed.getByText('Dismissed: Archived next week').waitFor();
      await page.getByText('$3.00').first().waitFor();
      await farthing.expectNoAxeViolations(page);
      await screenshot(page, 'dismissed');
      await dismissed.getByRole('button', { name: 'Restore logs' }).click();
      await open.getByRole('button', { name: 'Dismiss logs' }).waitFor();
      await open.getByRole('link', { name: 'data' }).click();
      await page.getByRole('heading', { name: 'data' }).waitFor();
      const neighbours = page.getByRole('table', { name: 'Neighbors' });
      await neighbours.getByRole('link', { name: 'web server' }).waitFor();
      await page
        .getByRole('region', { name: 'Recommendations' })
        .getByRole('link', { name: /gp2 to gp3/ })
        .waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('the pages are accessible on a phone, in dark colours', { timeout: timeoutMs }, async () => {
    const own = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(own);
    await farthing.visit(own, '/resources');
    await own.getByRole('link', { name: 'web server' }).waitFor();
    await farthing.expectNoAxeViolations(own);
    await screenshot(own, 'list-phone');
    await own.getByRole('link', { name: 'data' }).click();
    await own.getByText(/\$5\.00 from/).waitFor();
    await farthing.expectNoAxeViolations(own);
    await screenshot(own, 'one-phone');
  });
});
