// The built program on a data folder, and a browser that is signed in to its console.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { secret } from './costs-app.mjs';

const patienceMs = 120_000;
const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the server; `url` is where it answers. */
export function serve(data) {
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, '../dist/main.js'), 'serve', '--port', '0'],
    {
      env: {
        PATH: process.env.PATH,
        FARTHING_DATA: data,
        FARTHING_RATE_LIMIT: '0',
        FARTHING_LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => server.once('close', resolve));
  const stop = () => {
    server.kill();
    return ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /^Farthing is ready.*(http:\/\/\S+)/m.exec(output)?.[1];
      if (url) resolve({ url, stop });
    });
    void ended.then((status) => reject(new Error(`The server ended with ${status}: ${output}`)));
  });
}

/** A page of a new owner of the account that the benchmarks make. */
export async function openConsole(url) {
  const browser = await chromium.launch({
    executablePath: programs.find((path) => existsSync(path)) ?? programs[0],
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const viewport = { width: 1440, height: 900 };
  const page = await browser.newPage({ baseURL: url, reducedMotion: 'reduce', viewport });
  page.setDefaultTimeout(patienceMs);
  await page.goto(await invitation(url));
  await page.locator('[name=password]').fill('correct horse battery');
  await page.getByRole('button', { name: 'Set password and log in' }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  return { browser, page };
}

async function invitation(url) {
  const answer = await fetch(`${url}/console/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench-${Date.now()}@farthing.local`, role: 'owner' }),
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!answer.ok) throw new Error(`This data folder was not made by a benchmark: ${answer.status}`);
  return (await answer.json()).link;
}
