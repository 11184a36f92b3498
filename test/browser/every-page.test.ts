import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { pages } from '../../web/src/frame/pages.js';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

/** Pages of one object (`$token`) are visited by the tests that create one. */
const paths = pages.map(({ path }) => path).filter((path) => !path.includes('$'));

describe.skipIf(isSkipped)(`every page${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;

  beforeAll(async () => {
    if (isSkipped) return;
    page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, paths.at(-1)!);
  }, timeoutMs);

  test.each(paths)(
    '%s has no errors or accessibility violations, and fits a phone',
    async (path) => {
      await farthing.expectSoundPage(page, path, farthing.follow);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test.each([
    ['a list without objects', '/saved-filters'],
    ['a form', '/cost-alerts/new'],
    ['settings', '/single-sign-on'],
    ['the ways to import costs', '/start'],
  ])('%s has no accessibility violations in the dark or on a phone', async (_kind, path) => {
    await farthing.expectSoundKind(page, path);
  });
});
