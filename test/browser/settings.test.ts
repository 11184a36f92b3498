import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, newEmail, skipNotice, startConsole } from './console.js';

const viewer = { email: newEmail('vera'), password: 'correct horse battery' };
const bill = `ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName
AWS,7,2026-03-01,2026-03-01T00:00:00Z,2026-03-01T01:00:00Z,Usage,12.5,USD,Storage
AWS,7,2026-03-01,2026-03-02T00:00:00Z,2026-03-02T01:00:00Z,Usage,much,USD,Storage
`;

describe.skipIf(isSkipped)(`data and settings${skipNotice}`, () => {
  const farthing = startConsole();

  const send = async (path: string, body: object, secret = farthing.secret) => {
    const answer = await fetch(farthing.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };

  const logIn = async (page: Page, { email, password }: typeof viewer) => {
    await page.goto('/profile');
    await page.getByLabel('Email address').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };

  beforeAll(async () => {
    if (isSkipped) return;
    const { link } = await send('/console/users', { email: viewer.email, role: 'viewer' });
    const ticket = new URL(link!).searchParams.get('ticket');
    await send('/console/password', { ticket, password: viewer.password });
  }, timeoutMs);

  test('rejected rows of an import are shown with their position and reason', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/integrations/new');
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Oracle Cloud' }).click();
    const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
    await expect.poll(() => steps.count()).toBe(4);
    await page.getByRole('link', { name: 'New integration' }).click();
    await page.getByRole('link', { name: 'Other provider' }).click();
    await page.getByLabel('Name').fill('Own bills');
    await page.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('heading', { name: 'Own bills' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'march.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(bill),
    });
    await page.getByText('1 rejected').waitFor();
    const load = page.getByRole('row', { name: /\$12\.50/ });
    expect(await load.textContent()).toContain('none');
    await farthing.expectNoAxeViolations(page);
    await load.getByRole('link').first().click();
    const rejected = page.getByRole('row', { name: /march\.csv/ });
    await rejected.waitFor();
    expect(await rejected.textContent()).toMatch(/march\.csv2BilledCost.*much/);
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('a cluster is connected, and other sources say where their data goes', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.expectSoundPage(page, '/integrations/new?source=kubernetes');
    await page.getByLabel('Cluster ID').fill('prod-east');
    await page.getByRole('combobox', { name: 'Usage' }).click();
    await page.getByRole('option', { name: 'Files that are uploaded' }).click();
    await page.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('heading', { name: 'prod-east' }).waitFor();
    await farthing.expectSoundPage(page, '/integrations/new?source=utilization');
    await page.getByRole('combobox', { name: 'Integration' }).waitFor();
    await farthing.visit(page, '/integrations/new?source=business-metrics');
    await page.getByRole('link', { name: 'New business metric' }).click();
    await page.getByRole('heading', { name: 'New business metric' }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test('a token is shown once, works, and no longer when it is revoked', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Description').fill('Nightly export');
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByLabel('Token', { exact: true }).inputValue();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const asked = async () => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${farthing.url}/v2/me`, { headers })).status;
    };
    expect(await asked()).toBe(200);
    await farthing.visit(page, '/tokens');
    expect(await page.content()).not.toContain(secret);

    const row = page.getByRole('row', { name: /Nightly export/ });
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByLabel(/^Type Nightly export/).fill('Nightly export');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await asked()).toBe(401);
    farthing.expectNoConsoleErrors(page);
  });

  test('a viewer is told what is not for them, and offered nothing that would be refused', async () => {
    const page = await farthing.newPage();
    await logIn(page, viewer);
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    for (const path of ['/users', '/audit-log', '/tags', '/integrations/new']) {
      await farthing.visit(page, path);
      await page.getByText('You have no access to this page').waitFor();
      await page.getByText('your role is Viewer').waitFor();
      await farthing.expectNoAxeViolations(page);
    }
    for (const path of ['/integrations', '/workspaces', '/teams', '/access-grants']) {
      await farthing.visit(page, path);
      expect(await page.getByRole('link', { name: /^New / }).count(), path).toBe(0);
    }
    farthing.expectNoConsoleErrors(page);
  });

  test('an object is found by its name and granted to a team', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await send('/v2/teams', { name: 'Platform' });
    await send('/v2/cost_reports', { title: 'Costs of the platform' });
    await farthing.visit(page, '/access-grants/new');
    await page.getByRole('combobox', { name: 'Object' }).fill('of the platform');
    await page.getByRole('option', { name: 'Costs of the platform' }).click();
    await page.getByRole('combobox', { name: 'Team' }).click();
    await page.getByRole('option', { name: 'Platform', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Costs of the platform.*Platform.*Allowed/i }).waitFor();
    farthing.expectNoConsoleErrors(page);
  });

  test('exchange rates are uploaded whole or not at all', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/exchange-rates');
    const upload = (text: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'rates.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`base_currency_code,currency_code,rate,date\n${text}\n`),
      });
    await page.getByRole('button', { name: 'Upload exchange rates' }).click();
    await upload('EUR,USD,1.25,2026-03-01\nEUR,USD,dear,2026-03-02');
    await page.getByText('Row 2: rate must be a number above 0').waitFor();
    await farthing.expectNoAxeViolations(page);
    await upload('EUR,USD,1.25,2026-03-01');
    await page.getByRole('row', { name: /EUR USD 1\.25/ }).waitFor();
  });

  test('pages of one object are sound', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    for (const [list, within] of [
      ['/teams', 'Teams'],
      ['/workspaces', 'Workspaces'],
      ['/audit-log', 'Audit log'],
    ] as const) {
      await farthing.visit(page, list);
      await page.getByRole('table', { name: within }).getByRole('link').first().click();
      await page.waitForURL(new RegExp(`${list}/.+`));
      await page.locator('main h1').waitFor();
      await farthing.expectNoAxeViolations(page);
    }
    farthing.expectNoConsoleErrors(page);
  });

  test('too many attempts to log in are slowed, and the page says how long', async () => {
    const page = await farthing.newPage();
    const guess = { email: 'mallory@example.com', password: 'wrong' };
    for (let attempt = 0; attempt < 10; attempt += 1) await send('/console/session', guess);
    await logIn(page, guess);
    await page.getByText('Too many login attempts; try again in 15 minutes').waitFor();
    await farthing.expectNoAxeViolations(page);
  });
});
