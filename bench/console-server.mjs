// Starts the built server on a data folder and opens a browser that is logged in to its console.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { secret } from './bench-app.mjs';

const timeoutMs = 120_000;
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the server and resolves when it is ready. */
export function startServer(data) {
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
  const exited = new Promise((resolve) => server.once('close', resolve));
  const stop = () => {
    server.kill();
    return exited;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /^Farthing is ready.*(http:\/\/\S+)/m.exec(output)?.[1];
      if (url) resolve({ url, stop });
    });
    void exited.then((status) => reject(new Error(`The server exited with ${status}: ${output}`)));
  });
}

/** Opens the console as a new owner of the account that the benchmarks create. */
export async function openConsole(url) {
  const browser = await chromium.launch({
    executablePath: browsers.find((path) => existsSync(path)) ?? browsers[0],
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const viewport = { width: 1440, height: 900 };
  const page = await browser.newPage({ baseURL: url, reducedMotion: 'reduce', viewport });
  page.setDefaultTimeout(timeoutMs);
  await page.goto(await createInvitation(url));
  await page.locator('[name=password]').fill('correct horse battery');
  await page.getByRole('button', { name: 'Set password and log in' }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  return { browser, page };
}

async function createInvitation(url) {
  const response = await fetch(`${url}/console/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench-${Date.now()}@farthing.local`, role: 'owner' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    throw new Error(`This data folder was not created by a benchmark: ${response.status}`);
  }
  return (await response.json()).link;
}

/** Creates a tree of segments by account, unless the data folder has one from an earlier run. */
export async function createSegments(url) {
  const send = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  };
  const { segments } = await send('GET', '/v2/segments');
  if (segments.length > 0) return;
  const { workspaces } = await send('GET', '/v2/workspaces');
  const root = await send('POST', '/v2/segments', {
    title: 'Company',
    workspace_token: workspaces[0].token,
    filter: "costs.provider = 'aws'",
  });
  for (const region of ['eu-west-1', 'us-east-1', 'eu-central-1', 'ap-southeast-2']) {
    await send('POST', '/v2/segments', {
      title: region,
      parent_segment_token: root.token,
      filter: `costs.provider = 'aws' AND costs.region = '${region}'`,
    });
  }
}
