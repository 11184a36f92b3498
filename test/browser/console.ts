import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { focusBill } from '../focus-bill.js';
import {
  type RunningServer,
  ownerSecret,
  timeoutMs,
  useProcesses,
  waitFor,
} from '../e2e/server-process.js';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = programs.find((path) => existsSync(path));

/** Set where no browser is installed; CI must have one. */
export const isSkipped = program === undefined && process.env['CI'] !== 'true';
export const skipNotice = isSkipped ? ' (skipped: no Chromium is installed)' : '';

export interface Console {
  url: string;
  /** What the first owner signs in with. */
  owner: { email: string; password: string };
  /** A fresh browser profile with an open page; what it logs is kept. */
  newPage(options?: { dark?: boolean; width?: number }): Promise<Page>;
  /** Signs the owner in through the form. */
  logIn(page: Page): Promise<void>;
  /** Opens an address of the console and waits until nothing loads any more. */
  visit(page: Page, path: string): Promise<void>;
  /** Imports a bill of one charge a day from the first of a month, and waits for its end. */
  importBill(month: string, ...costs: (number | string)[]): Promise<void>;
  /** Asks the API as the owner; a text is a bill, anything else JSON. */
  send(method: string, path: string, body?: string | object): Promise<Record<string, unknown>>;
  expectNoConsoleErrors(page: Page): void;
  expectNoAxeViolations(page: Page): Promise<void>;
}

/** A server and a browser for one test file. */
export function startConsole(): Console {
  const { newFolder, start } = useProcesses();
  const logged = new WeakMap<Page, string[]>();
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    if (isSkipped) return;
    server = await start(newFolder());
    browser = await chromium.launch({
      executablePath: program ?? programs[0]!,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    opened.url = server.url;
    opened.owner.password = /password\s+(\S+)/.exec(server.stdout())![1]!;
  }, timeoutMs);
  afterAll(() => browser?.close());

  const opened: Console = {
    url: '',
    owner: { email: 'owner@farthing.local', password: '' },
    async newPage({ dark = false, width = 1280 } = {}) {
      const page = await browser.newPage({
        baseURL: server.url,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
      });
      page.setDefaultTimeout(20_000);
      const errors: string[] = [];
      logged.set(page, errors);
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type())) errors.push(line.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(server.url)) errors.push(`asked ${request.url()}`);
      });
      return page;
    },
    async logIn(page) {
      await page.goto('/');
      await page.getByLabel('Email address').fill(opened.owner.email);
      await page.locator('[name=password]').fill(opened.owner.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Account menu' }).waitFor();
      await settled(page);
    },
    async visit(page, path) {
      await page.goto(path);
      await settled(page);
    },
    async importBill(month, ...costs) {
      const run = await send(
        'POST',
        '/console/imports?name=bill.csv',
        focusBill('1', month, ...costs),
      );
      await waitFor('the import is over', async () => {
        const { status } = await send('GET', `/console/imports/runs/${String(run['run_id'])}`);
        return status === 'running' ? undefined : status;
      });
    },
    send,
    expectNoConsoleErrors: (page) => expect(logged.get(page)).toEqual([]),
    async expectNoAxeViolations(page) {
      // What fades in or out has little contrast for a moment; what stays that way is found again.
      let found = await axeViolations(page);
      if (found.length > 0) found = await axeViolations(page);
      expect(found, page.url()).toEqual([]);
    },
  };

  async function send(
    method: string,
    path: string,
    body?: string | object,
  ): Promise<Record<string, unknown>> {
    const isBill = typeof body === 'string';
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${ownerSecret}`,
        ...(body && { 'content-type': isBill ? 'text/csv' : 'application/json' }),
      },
      ...(body && { body: isBill ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }
  return opened;
}

/** A heading is there and nothing is loading. */
async function axeViolations(page: Page): Promise<string[]> {
  await settled(page);
  // Not as a script element: the page's own policy would refuse it, as it should.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

async function settled(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity,
      ),
  );
}
