import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { focusBill } from '../focus-bill.js';
import {
  ownerSecret,
  testsCopies,
  timeoutMs,
  useProcesses,
  waitFor,
} from '../e2e/server-process.js';
import { isSkipped, launchBrowser, skipNotice } from './launch-browser.js';
import { type OwnConsole, accountOfSharedServer } from './shared-server.mjs';

export { isSkipped, skipNotice };

/** An address that no account of the shared server has. */
export const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`;

export interface Console extends OwnConsole {
  /** A page in a new browser profile; its console errors are recorded. */
  newPage(options?: { dark?: boolean; width?: number; locale?: string }): Promise<Page>;
  /** Gives a page a session of the owner; what it visits next is opened with it. */
  logIn(page: Page): Promise<void>;
  /** Logs in as the owner as people do, which opens the overview. */
  logInByForm(page: Page): Promise<void>;
  /** Opens an address of the console and waits until it is loaded. */
  visit: (page: Page, path: string) => Promise<void>;
  /** Opens another page than the shown one as a link does, in a third of the time. */
  follow: (page: Page, path: string) => Promise<void>;
  /** Imports a bill with one charge per day from the first of a month, and waits until it is imported. */
  importBill(month: string, ...costs: (number | string)[]): Promise<void>;
  importCsv(bill: string): Promise<void>;
  /** Imports a file as it is: its name and content tell the format. */
  importFile(path: string): Promise<void>;
  /** Uploads a file that is not a bill to an integration, and waits until it is stored. */
  storeDataFile(integration: string, name: string, content: string): Promise<void>;
  /** Sends a request to the API as the owner; text and bytes are sent as a bill, an object as JSON. */
  send(method: string, path: string, body?: string | object): Promise<Record<string, unknown>>;
  expectNoConsoleErrors(page: Page): void;
  expectNoAxeViolations(page: Page): Promise<void>;
  /** Opens an address, and expects it to be accessible, to fit a screen of 360 px, and to show no raw texts. */
  expectSoundPage(page: Page, path: string, open?: Console['visit']): Promise<void>;
  /** The same, in dark colours and on a phone as well: once for each kind of page. */
  expectSoundKind(page: Page, path: string): Promise<void>;
}

/**
 * An account and browser pages for one test file. All files of a process share a server and a browser. A file
 * may ask for a server of its own, which ends with it; those of `TEST_COPIES` always are.
 */
export function startConsole({
  hasOwnServer = testsCopies,
  options = [],
}: { hasOwnServer?: boolean; options?: string[] } = {}): Console {
  const openOwn = hasOwnServer ? ownServer(options) : accountOfSharedServer;
  const errorsByPage = new WeakMap<Page, string[]>();
  const pendingByPage = new WeakMap<Page, Set<Request>>();
  let browser: Browser;
  const opened: Page[] = [];
  beforeAll(async () => {
    if (isSkipped) return;
    browser = await sharedBrowser();
    Object.assign(farthing, await openOwn());
  }, timeoutMs);
  // A page that stays open goes on reading what may change.
  const closeFrom = async (first: number) => {
    for (const page of opened.splice(first)) await page.close();
  };
  let openedBefore = 0;
  beforeEach(() => {
    openedBefore = opened.length;
  });
  afterEach(() => closeFrom(openedBefore));
  afterAll(() => closeFrom(0));

  const farthing: Console = {
    url: '',
    secret: '',
    owner: { email: '', password: '' },
    mails: () => [],
    async newPage({ dark = false, width = 1280, locale = 'en-US' } = {}) {
      const page = await browser.newPage({
        baseURL: farthing.url,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
        locale,
      });
      opened.push(page);
      page.setDefaultTimeout(120_000);
      const errors: string[] = [];
      errorsByPage.set(page, errors);
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type())) errors.push(line.text());
      });
      const pending = new Set<Request>();
      pendingByPage.set(page, pending);
      page.on('request', (request) => {
        pending.add(request);
        if (!request.url().startsWith(farthing.url)) errors.push(`request to ${request.url()}`);
      });
      for (const event of ['requestfinished', 'requestfailed'] as const) {
        page.on(event as 'requestfinished', (request) => pending.delete(request));
      }
      return page;
    },
    async logIn(page) {
      opening ??= openSession();
      const { cookie, session } = await opening;
      await page.context().addCookies([cookie]);
      await page.addInitScript((text) => localStorage.setItem('farthing.session', text), session);
    },
    async logInByForm(page) {
      await page.goto('/');
      await page.getByLabel('Email address').fill(farthing.owner.email);
      await page.locator('[name=password]').fill(farthing.owner.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Account menu' }).waitFor();
      await waitUntilLoaded(page);
    },
    async visit(page, path) {
      await page.goto(path);
      await waitUntilLoaded(page);
    },
    async follow(page, path) {
      const shown = await headings(page).elementHandle();
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await shown.waitForElementState('hidden');
      await waitUntilLoaded(page);
    },
    importBill: (month, ...costs) => farthing.importCsv(focusBill('1', month, ...costs)),
    async importCsv(bill) {
      await waitForImport(await send('POST', '/console/imports?name=bill.csv', bill));
    },
    async importFile(path) {
      const name = encodeURIComponent(basename(path));
      const bill = await readFile(path);
      await waitForImport(await send('POST', `/console/imports?name=${name}`, bill));
    },
    async storeDataFile(integration, name, content) {
      const path = `/v2/integrations/${integration}/data_files?name=${name}`;
      await waitForImport(await send('POST', path, content));
    },
    send,
    expectNoConsoleErrors: (page) => expect(errorsByPage.get(page)).toEqual([]),
    async expectNoAxeViolations(page) {
      // Elements that fade in or out have too little contrast for a moment, so a violation counts only if it persists.
      const check = async () => {
        await waitUntilLoaded(page);
        return axeViolations(page);
      };
      let violations = await check();
      if (violations.length > 0) violations = await check();
      expect(violations, page.url()).toEqual([]);
    },
    async expectSoundPage(page, path, open = farthing.visit) {
      await open(page, path);
      expect(await rawTexts(page), path).toEqual([]);
      await farthing.expectNoAxeViolations(page);
      await page.setViewportSize({ width: 360, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
        .toBeLessThanOrEqual(360);
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    async expectSoundKind(page, path) {
      await farthing.expectSoundPage(page, path);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
      await farthing.expectNoAxeViolations(page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 390, height: 900 });
      await farthing.expectNoAxeViolations(page);
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  };

  let opening: ReturnType<typeof openSession> | undefined;

  /** What a browser keeps of a session: all pages of a file share one. */
  async function openSession() {
    const response = await fetch(`${farthing.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(farthing.owner),
    });
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie')!)!;
    const cookie = { name: name!, value: value!, url: farthing.url };
    return { cookie, session: await response.text() };
  }

  /** Waits until a heading is visible, and nothing is loading or animated. */
  async function waitUntilLoaded(page: Page): Promise<void> {
    await headings(page).waitFor();
    const pending = pendingByPage.get(page)!;
    await waitFor(`${page.url()} is loaded`, async () => {
      if (pending.size > 0) return undefined;
      // What has arrived is drawn in the next frame, and may request more.
      const isDone = await page.evaluate(isQuiet);
      return isDone && pending.size === 0 ? true : undefined;
    });
  }

  const waitForImport = (run: Record<string, unknown>) =>
    waitFor('the import is finished', async () => {
      const { status } = await send('GET', `/console/imports/runs/${String(run['run_id'])}`);
      return status === 'running' ? undefined : status;
    });

  async function send(
    method: string,
    path: string,
    body?: string | object,
  ): Promise<Record<string, unknown>> {
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
    const response = await fetch(farthing.url + path, {
      method,
      headers: {
        authorization: `Bearer ${farthing.secret}`,
        ...(body && { 'content-type': isJson ? 'application/json' : 'application/octet-stream' }),
      },
      ...(body && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    });
    if (!response.ok)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
  return farthing;
}

const headings = (page: Page) => page.locator('main :is(h1, h2)').first();

async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated rather than added as a script element, which the page's CSP forbids.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      // Nodes that pass would be described, too, which takes longer than the checks.
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** A server for one test file, or two copies of it, with their first account; the options are those of `serve`. */
function ownServer(options: string[]): () => Promise<OwnConsole> {
  const { newFolder, start } = useProcesses();
  return async () => {
    const server = await start(newFolder(), {}, options);
    const password = /password\s+(\S+)/.exec(server.stdout())![1]!;
    const owner = { email: 'owner@farthing.local', password };
    return { url: server.url, secret: ownerSecret, owner, mails: () => [] };
  };
}

/** Where people read identifiers as such: code, VQL, JSON, columns of ids, and what they typed. */
const exact =
  'code, pre, textarea, .vql, .cm-editor, .value-id, .resource-id, .chart-tooltip, [data-exact]';

/**
 * Raw texts that a page shows to people: tokens and slugs, because objects and values have names, paths of
 * providers, because a path is not a name, and dates in the format of the API.
 */
async function rawTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate((skipped) => {
    const found: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const element = node.parentElement!;
      if (!element.closest(skipped) && element.checkVisibility()) found.push(node.textContent!);
    }
    return found;
  }, exact);
  const raw = [
    /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g,
    /\b(?:aws|azure|gcp)\/[\w-]+\/\S+/g,
    /\b(?:organizations|projects|subscriptions|billingAccounts)\/\S+/g,
    /\barn:aws\S+/g,
    /(?<![\w.-])\d{4}-\d{2}-\d{2}(?![\w-])/g,
  ];
  return texts.flatMap((text) => raw.flatMap((pattern) => text.match(pattern) ?? []));
}

let launching: Promise<Browser> | undefined;

/** One browser for all files of a process. */
function sharedBrowser(): Promise<Browser> {
  launching ??= launchBrowser();
  return launching;
}

/** Runs in the page: whether the next frames are drawn with nothing loading, moving or fading. */
async function isQuiet(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return (
    document.querySelector('main [aria-busy="true"]') === null &&
    document
      .getAnimations()
      .every(
        (each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity,
      )
  );
}
