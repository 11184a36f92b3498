import { describe, expect, test } from 'vitest';
import { pages } from '../../web/src/frame/pages.js';
import { timeoutMs, waitFor } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

/** Pages of one object (`$token`) are visited by the tests that create one. */
const paths = pages.map(({ path }) => path).filter((path) => !path.includes('$'));

describe.skipIf(isSkipped)(`every page${skipNotice}`, () => {
  const farthing = startConsole();

  test.each([
    ['light', { dark: false }],
    ['dark', { dark: true }],
  ])(
    'has no errors or accessibility violations in %s mode',
    { timeout: timeoutMs },
    async (_name, options) => {
      const page = await farthing.newPage(options);
      await farthing.logIn(page);
      for (const path of paths) {
        await farthing.visit(page, path);
        await farthing.expectNoAxeViolations(page);
      }
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('fits a narrow screen', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage({ width: 360 });
    await farthing.logIn(page);
    for (const path of paths) {
      await farthing.visit(page, path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(360);
    }
  });

  test('the demo company shows its progress', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await page.getByRole('button', { name: 'Create the demo company' }).click();
    await page.waitForURL(/\/start\?run=\d+$/);
    await page.getByRole('heading', { name: /^Importing The demo company/ }).waitFor();
    await page.getByRole('progressbar', { name: 'Import progress' }).waitFor();
    // Waiting for all of it would take too long.
    await page.getByText(/rows so far/).waitFor();
    await farthing.expectNoAxeViolations(page);
    const hasCosts = async () => {
      const { integrations } = (await farthing.send('GET', '/v2/integrations')) as {
        integrations: { last_updated: string | null }[];
      };
      return integrations.some((each) => each.last_updated !== null) || undefined;
    };
    await waitFor('the first months are imported', hasCosts);
    await farthing.visit(page, '/');
    await page.getByText('Importing costs').waitFor();
    farthing.expectNoConsoleErrors(page);
  });
});
