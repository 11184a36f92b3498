import { describe, expect, test } from 'vitest';
import { flowHeader, flowRecord } from '../flow-records.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const farthing = startConsole();

/** Noon of yesterday, which the default dates include. */
const start = String(Math.floor(Date.now() / 86_400_000) * 86_400 - 43_200);

/** Uploads a flow log with two peers on the internet. */
async function importFlows(): Promise<void> {
  const { token } = await farthing.send('POST', '/v2/integrations/custom_provider', {
    name: 'Network',
  });
  const { workspaces } = (await farthing.send('GET', '/v2/workspaces')) as {
    workspaces: { token: string }[];
  };
  await farthing.send('PUT', `/v2/integrations/${String(token)}`, {
    workspace_tokens: workspaces.map((workspace) => workspace.token),
  });
  const gigabyte = 2 ** 30;
  const records = [
    flowRecord({ start, dstaddr: '140.82.112.3', bytes: String(100 * gigabyte) }),
    flowRecord({
      start,
      dstaddr: '203.0.113.9',
      bytes: String(20 * gigabyte),
      'instance-id': 'i-other',
    }),
  ];
  await farthing.storeDataFile(String(token), 'flows.log', [flowHeader, ...records, ''].join('\n'));
}

describe.skipIf(isSkipped)(`network flows${skipNotice}`, () => {
  test('flows are drawn and listed with their cost, and a node narrows the list', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/network-flows');
    await page.getByRole('heading', { name: 'There are no flow logs yet' }).waitFor();
    await importFlows();

    await farthing.visit(page, '/network-flows?to=dsthostname');
    const table = page.getByRole('table', { name: 'Network flows' });
    await table.getByText('github.com').waitFor();
    // 120 GB at the list price of 0.09.
    await page.getByText('$10.80').first().waitFor();
    expect(await table.getByRole('row').count()).toBe(3);

    const node = page.getByRole('button', { name: 'github.com: $9.00' });
    await node.focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 2 flows, those of github.com').waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    expect(await node.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => table.getByRole('row').count()).toBe(3);

    await page.getByText('Bytes', { exact: true }).first().click();
    await page.getByRole('button', { name: 'github.com: 100.0 GiB' }).waitFor();
    expect(page.url()).toContain('weight=bytes');
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('a report is created, drawn, edited and deleted', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/network-flows/reports');
    await page.getByText('Cross-AZ Traffic').waitFor();
    await page.getByRole('link', { name: 'New network flow report' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('To GitHub');
    const filter = page.getByRole('textbox', { name: 'Filter' });
    await filter.fill("network_flow_logs.dsthostname = 'github.com'");
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();

    // The new report is drawn: 100 of 120 GB.
    await page.getByRole('heading', { name: 'Network flows' }).waitFor();
    await page.getByText('$9.00').first().waitFor();
    await page.getByRole('link', { name: 'Manage reports' }).click();
    await page.getByRole('link', { name: 'To GitHub', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('GitHub only');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /GitHub only/ });
    await row.waitFor();
    await row.getByRole('button', { name: 'Actions of GitHub only' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => row.count()).toBe(0);
    farthing.expectNoConsoleErrors(page);
  });

  test('it is accessible in the dark and on a phone', async () => {
    const page = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(page);
    await farthing.visit(page, '/network-flows');
    await page.getByRole('table', { name: 'Network flows' }).waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });
});
