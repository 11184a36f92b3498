import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSkipped, launchBrowser, skipNotice } from '../browser/launch-browser.js';
import { timeoutMs, waitFor } from './server-process.js';

const execute = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'farthing-packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Packed {
  filename: string;
  files: { path: string }[];
}

let packed: Packed;
beforeAll(async () => {
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder]);
  [packed] = JSON.parse(stdout) as [Packed];
}, timeoutMs);

/** What belongs into the package: the program, the console, and what people read first. */
const expected = [
  /^(CHANGELOG\.md|LICENSE|README\.md|package\.json)$/,
  /^dist\/(THIRD_PARTY_LICENSES|farthing\.service)$/,
  /^dist\/([a-z-]+\/)*[\w-]+\.js$/,
  /^dist\/platform\/store\/(clickhouse\/)?migrations\/\d+_\w+\.sql$/,
  /^dist\/platform\/store\/new-database\.gz$/,
  /^dist\/platform\/pdf\/fonts\/(LICENSE|[\w-]+\.ttf)$/,
  /^dist\/web\/(index\.html|inter-LICENSE)$/,
  /^dist\/web\/assets\/[\w-]+\.((css|js|svg)(\.br|\.gz)?|woff2)$/,
];

test('the package has only what runs', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
  for (const pattern of expected) {
    expect(
      paths.some((path) => pattern.test(path)),
      String(pattern),
    ).toBe(true);
  }
});

describe('installed into an empty folder', { timeout: timeoutMs }, () => {
  let missing: string | undefined;
  let farthing: ChildProcess;
  let output = '';
  let started = 0;
  let address = '';
  let email = '';
  let password = '';
  // Another program may use the default port before the test does, which is as good.
  const other = createServer((_, response) => response.end()).on('error', () => {});

  beforeAll(async () => {
    missing = await install();
    if (missing) return;
    other.listen(8080, '127.0.0.1');
    await waitFor('the default port is in use', isDefaultPortUsed);
    started = performance.now();
    farthing = spawn(join(folder, 'node_modules/.bin/farthing'), ['--demo'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], FARTHING_LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    farthing.stdout!.setEncoding('utf8').on('data', (part: string) => (output += part));
    const line = await waitFor('the program says how to log in', () => {
      if (farthing.exitCode !== null) throw new Error(`It exited: ${output}`);
      return /^Open (\S+) and log in as (\S+) with the password (\S+)$/m.exec(output) ?? undefined;
    });
    [, address, email, password] = line as unknown as [string, string, string, string];
  }, timeoutMs);
  afterAll(() => {
    other.close();
    farthing?.kill('SIGKILL');
  });

  const isDefaultPortUsed = async () =>
    other.listening ||
    (await fetch('http://127.0.0.1:8080').then(
      () => true,
      () => undefined,
    ));

  test('"farthing --demo" listens on a free port if the default one is in use', ({ skip }) => {
    skip(missing !== undefined, missing);
    expect(new URL(address).hostname).toBe('127.0.0.1');
    expect(new URL(address).port).not.toBe('8080');
  });

  test(`the demo is a chart in the browser after logging in${skipNotice}`, async ({ skip }) => {
    skip(isSkipped || missing !== undefined, missing);
    const browser = await launchBrowser();
    const page = await browser.newPage();
    page.setDefaultTimeout(timeoutMs);
    await page.goto(address);
    await page.getByLabel('Email address').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('main canvas').first().waitFor();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`From the start to the chart: ${seconds} s, ${cpuSeconds(farthing.pid!)} s of CPU`);
    await browser.close();
  });

  test('it stops with status 0', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const exited = once(farthing, 'exit');
    farthing.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test('without its engine, it says how to get it', async ({ skip }) => {
    skip(missing !== undefined, missing);
    rmSync(join(folder, 'node_modules/@chdb'), { recursive: true });
    const args = ['serve', '--port', '0', '--data', join(folder, 'other')];
    const failed: unknown = await execute(join(folder, 'node_modules/.bin/farthing'), args, {
      env: { PATH: process.env['PATH'] },
    }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1 });
    const { stderr } = failed as { stderr: string };
    expect(stderr).toMatch(
      /^The embedded ClickHouse engine cannot be loaded; install Farthing again/,
    );
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  /** Installs the package; returns why that is not possible here. */
  async function install(): Promise<string | undefined> {
    writeFileSync(join(folder, 'package.json'), '{}');
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', packed.filename];
    try {
      await execute('npm', args, { cwd: folder });
      return undefined;
    } catch (error) {
      const code = /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED)/.exec(
        String(error),
      );
      if (!code || process.env['CI'] === 'true') throw error;
      return `the registry is not reachable (${code[1]})`;
    }
  }
});

/** The time that a process has computed, as Linux counts it. */
function cpuSeconds(pid: number): string {
  if (process.platform !== 'linux') return '?';
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ')
    .slice(11);
  return ((Number(user) + Number(system)) / 100).toFixed(1);
}
