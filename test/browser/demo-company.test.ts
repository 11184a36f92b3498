import { describe, test } from 'vitest';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`the demo company${skipNotice}`, () => {
  // It would go on importing the demo for minutes.
  const farthing = startConsole({ hasOwnServer: true });

  test('a form that sends e-mails says that no mail server is set', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/cost-alerts/new');
    await page.getByText('E-mails are kept, and sent once SMTP_URL names a mail server.').waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });

  test('shows the progress of its import', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/');
    await page.route('**/console/demo', (route) =>
      route.continue({ url: `${route.request().url()}?size=small` }),
    );
    await page.getByRole('button', { name: 'Create the demo company' }).click();
    await page.waitForURL(/\/start\?run=\d+$/);
    await page.getByRole('heading', { name: /^Importing The demo company/ }).waitFor();
    await page.getByRole('progressbar', { name: 'Import progress' }).waitFor();
    // Waiting for all of it would take too long.
    await page.getByText(/rows so far/).waitFor();
    await farthing.expectNoAxeViolations(page);
    const run = new URL(page.url()).searchParams.get('run');
    const hasCosts = async () => {
      const { integrations } = (await farthing.send('GET', '/v2/integrations')) as {
        integrations: { last_updated: string | null }[];
      };
      return integrations.some((each) => each.last_updated !== null) || undefined;
    };
    await waitFor('the first months are imported', hasCosts);
    // The page reads everything again after each month, so on a slow machine it is loading until the end.
    await page.goto('/');
    // On a slow machine the import may be finished before the page is shown.
    await waitFor('the page says that costs are being imported, or they are', async () => {
      if (await page.getByText('Importing costs').isVisible()) return true;
      const { status } = await farthing.send('GET', `/console/imports/runs/${run}`);
      return status === 'running' ? undefined : true;
    });
    farthing.expectNoConsoleErrors(page);
  });
});
