import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, newEmail, skipNotice, startConsole } from './console.js';

const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 60_000 });

const viewer = { email: newEmail('vera'), password: 'correct horse battery' };
const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);

describe.skipIf(isSkipped)(`the frame around every page${skipNotice}`, () => {
  const farthing = startConsole();

  beforeAll(async () => {
    if (isSkipped) return;
    const invited = { email: viewer.email, role: 'viewer' };
    const { link } = await farthing.send('POST', '/console/users', invited);
    const ticket = new URL(String(link)).searchParams.get('ticket')!;
    await farthing.send('POST', '/console/password', { ticket, password: viewer.password });
    await farthing.importBill(month, '1234.56', '0.44');
  }, timeoutMs);

  const newFilter = async (title: string): Promise<string> => {
    const { token } = await farthing.send('POST', '/v2/saved_filters', { title });
    return String(token);
  };
  const titleOf = async (token: string) =>
    (await farthing.send('GET', `/v2/saved_filters/${token}`))['title'];

  const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  const search = (page: Page) => page.getByRole('combobox', { name: 'Search pages and objects' });
  const openPalette = async (page: Page) => {
    await page.keyboard.press('Control+k');
    await search(page).waitFor();
  };
  /** Presses a key that closes the palette. While it fades out, the next one would type into it. */
  const closePalette = async (page: Page, key: 'Enter' | 'Escape') => {
    await page.keyboard.press(key);
    await search(page).waitFor({ state: 'detached' });
  };
  /** Types into the palette and opens the option with the keyboard alone. */
  const choose = async (page: Page, typed: string, option: RegExp) => {
    await openPalette(page);
    await page.keyboard.type(typed);
    const active = page.locator('[role=option][aria-selected=true]');
    await active.filter({ hasText: option }).waitFor();
    await closePalette(page, 'Enter');
  };

  test('a save in a second tab does not overwrite the first one silently', async () => {
    const token = await newFilter('Web');
    const [first, second] = [await farthing.newPage(), await farthing.newPage()];
    for (const page of [first, second]) {
      await farthing.logIn(page);
      await farthing.visit(page, `/saved-filters/${token}`);
    }
    await titleField(first).fill('Web of the first');
    await save(first);
    await first.getByText('Saved “Web of the first”.').waitFor();

    await titleField(second).fill('Web of the second');
    await save(second);
    await second.getByText('Changed by someone else meanwhile').waitFor();
    expect(await titleOf(token)).toBe('Web of the first');
    expect(await titleField(second).inputValue()).toBe('Web of the second');
    await farthing.expectNoAxeViolations(second);

    await second.getByRole('button', { name: 'Load the newer version' }).click();
    await eventually(() => titleField(second).inputValue()).toBe('Web of the first');
    await titleField(second).fill('Web of both');
    await farthing.send('PUT', `/v2/saved_filters/${token}`, { title: 'Web of a program' });
    await save(second);
    await second.getByRole('button', { name: 'Overwrite' }).click();
    await second.getByText('Saved “Web of both”.').waitFor();
    expect(await titleOf(token)).toBe('Web of both');
  });

  test('a session that expires is renewed over the page, and the form is saved', async () => {
    const page = await farthing.newPage();
    await farthing.logInByForm(page);
    await farthing.visit(page, '/saved-filters/new');
    await titleField(page).fill('Half filled');
    await page.context().clearCookies();
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(farthing.owner.email);
    await farthing.expectNoAxeViolations(page);
    await dialog.locator('[name=password]').fill('not the password');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.locator('[name=password]').fill(farthing.owner.password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/saved-filters\/svd_fltr_\w+$/);
    await page.getByRole('heading', { name: 'Half filled' }).waitFor();
  });

  test('another user who logs in gets a page of their own', async () => {
    const page = await farthing.newPage();
    await farthing.logInByForm(page);
    await farthing.visit(page, '/saved-filters');
    await page.context().clearCookies();
    await page.getByRole('navigation').getByText('Settings', { exact: true }).click();
    await page.getByRole('link', { name: 'Teams' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
    await dialog.getByLabel('Email address').fill(viewer.email);
    await dialog.locator('[name=password]').fill(viewer.password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByText(viewer.email).waitFor();
  });

  test('an error is at its field, by the label of the field, until the field is edited', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/teams/new');
    await save(page);
    await page.getByText("Name can't be blank").waitFor();
    expect(await page.getByText("Name can't be blank").count()).toBe(1);
    const name = page.getByRole('textbox', { name: 'Name' });
    await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Platform');
    await eventually(() => page.getByText("Name can't be blank").count()).toBe(0);
    await save(page);
    await page.waitForURL(/\/teams\/team_\w+$/);
  });

  test('the palette runs actions, opens values and favourites, by keyboard alone', async () => {
    const token = await newFilter('Nightly jobs');
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/tokens');
    await openPalette(page);
    await farthing.expectNoAxeViolations(page);
    await page.keyboard.press('ArrowDown');
    await page.locator('#search-1[aria-selected=true]').waitFor();
    await closePalette(page, 'Escape');
    await choose(page, 'new virt', /New virtual tag/);
    await page.getByRole('heading', { name: 'New virtual tag' }).waitFor();
    await choose(page, 'dark', /Dark theme/);
    await page.locator('[data-mantine-color-scheme=dark]').waitFor();
    await choose(page, 'storage', /Storage.*Service/);
    await page.waitForURL(/\/explore\?filter=.*Storage/);
    await page.getByRole('heading', { name: 'Explore' }).waitFor();

    await choose(page, 'nightly', /Nightly jobs/);
    await page.waitForURL(`**/saved-filters/${token}`);
    const star = page.getByRole('button', { name: 'Favorite “Nightly jobs”' });
    await star.click();
    await eventually(() => star.getAttribute('aria-pressed')).toBe('true');
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Nightly jobs' }).waitFor();
    await farthing.visit(page, '/tokens');
    await openPalette(page);
    expect(await page.getByRole('option').first().textContent()).toBe('Nightly jobsFavorite');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/saved-filters/${token}`);
    farthing.expectNoConsoleErrors(page);
  });

  test('shortcuts open pages and their own list, but not while typing', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/tokens');
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('heading', { name: 'Saved filters' }).waitFor();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Cost reports').waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    const search = page.getByRole('textbox', { name: 'Search saved filters' });
    await search.click();
    await page.keyboard.type('g?r');
    expect(await search.inputValue()).toBe('g?r');
    expect(await list.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/saved-filters');
  });

  test('a viewer sees no entries for others, and links that are denied lead back', async () => {
    const page = await farthing.newPage();
    await page.goto('/');
    await page.getByLabel('Email address').fill(viewer.email);
    await page.locator('[name=password]').fill(viewer.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    const pages = page.getByRole('navigation');
    await pages.getByRole('link', { name: 'Saved filters' }).waitFor();
    for (const name of ['Users', 'Audit log']) {
      expect(await pages.getByRole('link', { name, exact: true }).count()).toBe(0);
    }
    await openPalette(page);
    await page.keyboard.type('new');
    await page.getByText('No results').or(page.getByRole('option')).first().waitFor();
    expect(await page.getByRole('option', { name: /New saved filter/ }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await farthing.visit(page, '/saved-filters');
    await farthing.visit(page, '/users');
    await page.getByText('You have no access to this page').waitFor();
    await farthing.visit(page, '/saved-filters/svd_fltr_0000000000000000');
    await page.getByText('You cannot open this link').waitFor();
    await page
      .getByText(`ask ${farthing.owner.email}`)
      .or(page.getByText(`(${farthing.owner.email})`))
      .waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL('**/users');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('the log-in page says how to get a password', async () => {
    const page = await farthing.newPage({ width: 390 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByText('farthing user reset-password EMAIL').waitFor();
    await page.getByText(/printed the email address and password of the first owner/).waitFor();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    expect(await page.getByRole('button', { name: 'Forgot password?' }).count()).toBe(0);
  });

  test('numbers and dates follow the locale of the browser', async () => {
    const page = await farthing.newPage({ locale: 'de-DE' });
    await farthing.logIn(page);
    const range = `start=${month}-01&end=${month}-02`;
    await farthing.visit(page, `/explore?${range}&compare=none`);
    const cell = page.getByRole('cell', { name: /1\.235,00.\$/ });
    await cell.first().waitFor();
    await newFilter('Datum');
    await farthing.visit(page, '/saved-filters');
    await page
      .getByText(/\d\d\.\d\d\.\d{4}, \d\d:\d\d/)
      .first()
      .waitFor();
  });

  test('groups of the sidebar stay as they were left, and that of the page is open', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/saved-filters');
    const pages = page.getByRole('navigation');
    const group = (name: string) => pages.getByText(name, { exact: true });
    const link = (name: string) => pages.getByRole('link', { name, exact: true });
    expect(await link('Audit log').count()).toBe(0);
    await group('Plan').press('Enter');
    await link('Budgets').waitFor({ state: 'hidden' });
    await page.reload();
    await link('Saved filters').waitFor();
    expect(await link('Budgets').count()).toBe(0);

    await farthing.follow(page, '/audit-log');
    const current = pages.locator('[aria-current=page]');
    await expect.poll(() => current.textContent()).toBe('Audit log');
    const isInView = () =>
      current.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    await group('Settings').press('Enter');
    await link('Audit log').waitFor({ state: 'hidden' });
    await farthing.expectNoAxeViolations(page);
  });

  test('every page is reachable on a phone', async () => {
    const page = await farthing.newPage({ width: 390 });
    await farthing.logIn(page);
    await farthing.visit(page, '/tokens');
    const menu = page.getByRole('button', { name: 'Pages' });
    await menu.click();
    const link = page.getByRole('navigation').getByRole('link', { name: 'Audit log' });
    await link.scrollIntoViewIfNeeded();
    await farthing.expectNoAxeViolations(page);
    await link.click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await eventually(() => link.isVisible()).toBe(false);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
});
