import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningServer,
  call,
  ownerSecret,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';
import { focusBill } from '../focus-bill.js';

const { newFolder, run, launchServer, start } = useProcesses();

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

/** The login that the first start prints for the owner. */
function printedOwner(text: string) {
  const value = (label: string) => new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(text)?.[1];
  return { email: value('email'), password: value('password'), secret: value('API token') };
}

const nothingPrinted = { email: undefined, password: undefined, secret: undefined };

describe('the first start of an installation', { timeout: timeoutMs }, () => {
  const data = newFolder();
  let first: RunningServer;
  beforeAll(async () => {
    first = await start(data, {
      FARTHING_BOOTSTRAP_TOKEN: '',
      FARTHING_OWNER_EMAIL: 'ada@example.com',
    });
  }, timeoutMs);

  test('prints a password that logs in', async () => {
    const { email, password } = printedOwner(first.stdout());
    expect(email).toBe('ada@example.com');
    const response = await call(first.url, 'POST', '/console/session', { email, password }, '');
    expect(response.status).toBe(201);
    expect(response.headers.get('set-cookie')).toContain('farthing_session=');
  });

  test('prints a token that works', async () => {
    const { secret } = printedOwner(first.stdout());
    expect((await call(first.url, 'GET', '/v2/me', undefined, secret)).status).toBe(200);
  });

  test('a second process on the same folder fails and leaves the first running', async () => {
    const second = await launchServer(data).exited;
    expect(second.status).toBe(1);
    expect(second.stdout).toBe('');
    expect(lines(second.stderr)).toEqual([
      `The data folder ${data} is in use by process ${first.pid}. ` +
        'Stop that server first, or use another folder (FARTHING_DATA).',
    ]);
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  });

  test('the lock of a killed process does not block the next start, which prints no secrets', async () => {
    const { secret } = printedOwner(first.stdout());
    await first.kill();
    expect(readdirSync(data)).toContain('lock');
    const second = await start(data);
    expect(printedOwner(second.stdout())).toEqual(nothingPrinted);
    expect((await call(second.url, 'GET', '/v2/me', undefined, secret)).status).toBe(200);
    // The token in the environment is ignored: the installation already has an owner.
    expect((await call(second.url, 'GET', '/v2/me')).status).toBe(401);
    expect((await second.stop()).status).toBe(0);
    expect(readdirSync(data)).not.toContain('lock');
  });
});

describe('a first start that fails', { timeout: timeoutMs }, () => {
  test('prints the owner even if the port is in use, and fails with one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await waitFor('the port is in use', () => other.address() ?? undefined);
    const { port } = other.address() as AddressInfo;
    const data = newFolder();
    const result = await run(data, ['serve', '--port', String(port)], {
      FARTHING_LOG_LEVEL: 'silent',
    });
    other.close();
    expect(result.status).toBe(1);
    expect(lines(result.stderr)).toEqual([
      `Port ${port} on 127.0.0.1 is in use; choose another one with --port.`,
    ]);
    const { secret } = printedOwner(result.stdout);
    const server = await start(data);
    expect((await call(server.url, 'GET', '/v2/me', undefined, secret)).status).toBe(200);
    await server.kill();
  });

  test('a kill during database initialization leaves a folder that still starts', async () => {
    const data = newFolder();
    const killed = launchServer(data);
    // One of the last files of a new cluster. Polled without delay, because a timer would miss it.
    const isAlmostInitialized = () => existsSync(join(data, 'postgres', 'PG_VERSION'));
    const end = Date.now() + 60_000;
    while (!isAlmostInitialized() && Date.now() < end) await immediate();
    await killed.kill();
    const server = await start(data);
    expect((await call(server.url, 'GET', '/v2/me')).status).toBe(200);
    await server.kill();
  });

  test('a command before the first start prints the owner too', async () => {
    const data = newFolder();
    const list = await run(data, ['user', 'list']);
    expect(list.status).toBe(0);
    expect(list.stdout).toMatch(/owner@farthing.local +Owner +owner/);
    expect(printedOwner(list.stdout)).toEqual(nothingPrinted);
    expect(printedOwner(list.stderr).secret).toMatch(/^vntg_tkn_[0-9a-f]{40}$/);
  });
});

describe('settings', () => {
  const data = newFolder();

  test.each([
    [{ FARTHING_PROT: '80' }, 'FARTHING_PROT is not a setting; "farthing config" lists them.'],
    [{ FARTHING_PORT: 'http' }, 'FARTHING_PORT must be a whole number.'],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
    ],
    [
      { FARTHING_BOOTSTRAP_TOKEN: 'secret' },
      'FARTHING_BOOTSTRAP_TOKEN must be vntg_tkn_ followed by 40 lowercase hexadecimal digits.',
    ],
    [{ FARTHING_ROLES: 'api,cook' }, 'FARTHING_ROLES must be api, worker or both.'],
    [{ FARTHING_METRICS: 'yes' }, 'FARTHING_METRICS must be true or false.'],
  ])('%o makes the start fail with one line', async (env, message) => {
    const result = await run(data, ['serve'], env);
    expect(result).toEqual({ status: 1, stdout: '', stderr: `${message}\n` });
  });

  test('an invalid flag is reported by its name', async () => {
    const result = await run(data, ['serve', '--port', '70000']);
    expect(result).toEqual({ status: 1, stdout: '', stderr: '--port must be at most 65535.\n' });
  });

  test('config shows values and hides secrets', async () => {
    const output = await run(data, ['config'], {
      DATABASE_URL: 'postgres://farthing:s3cret@db.example:5432/farthing',
      CLICKHOUSE_URL: 'https://farthing:s3cret@ch.example:8443',
      FILES_URL: 's3://bucket/prefix?endpoint=https://key:s3cret@s3.example',
      FARTHING_BOOTSTRAP_TOKEN: ownerSecret,
    });
    expect(output.status).toBe(0);
    expect(output.stdout).toMatch(/^FARTHING_DATA +\//m);
    expect(output.stdout).toContain('db.example:5432');
    expect(output.stdout).not.toContain('s3cret');
    expect(output.stdout).not.toContain(ownerSecret);
  });

  test('output that is closed early ends a command quietly', () => {
    const script = `set -o pipefail; '${process.execPath}' dist/main.js routes | head -1`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect([lines(stdout).length, stderr, status]).toEqual([1, '', 0]);
  });

  test('an unknown command exits with 2', async () => {
    const result = await run(data, ['token', 'destroy']);
    expect(result.status).toBe(2);
    expect(result.stderr).toContain('Unknown command "token destroy"');
  });
});

describe('commands', { timeout: timeoutMs }, () => {
  const data = newFolder();
  let server: RunningServer;
  beforeAll(async () => {
    server = await start(data);
  }, timeoutMs);

  const succeed = async (...args: string[]) => {
    const result = await run(data, args);
    expect(result.stderr).toBe('');
    expect(result.status).toBe(0);
    return lines(result.stdout);
  };

  async function createToken() {
    const [made, secret] = await succeed('token', 'create', '--user', 'owner@farthing.local');
    return { id: /^Created token (\d+)\./.exec(made!)![1]!, secret: secret! };
  }

  const listsToken = async (id: string) =>
    (await succeed('token', 'list')).some((line) => line.startsWith(`${id} `));

  const statusWith = async (secret: string) =>
    (await call(server.url, 'GET', '/v2/me', undefined, secret)).status;

  /** Invites a user, assigns a role and returns both printed links. */
  async function invite(email: string) {
    const [, invitation] = await succeed('user', 'invite', email, '--role', 'viewer');
    expect(await succeed('user', 'set-role', email, 'editor')).toEqual([`${email} is now editor.`]);
    expect((await succeed('user', 'list')).find((line) => line.includes(email))).toContain(
      'editor',
    );
    const [, reset] = await succeed('user', 'reset-password', email);
    return { email, invitation: invitation!, reset: reset! };
  }

  async function expectOnlyResetWorks(invited: Awaited<ReturnType<typeof invite>>) {
    const password = 'a long enough password';
    const redeem = async (link: string) => {
      const ticket = link.split(/[/=#]/).at(-1);
      return (await call(server.url, 'POST', '/console/password', { ticket, password }, '')).status;
    };
    expect(await redeem(invited.invitation)).toBe(400);
    expect(await redeem(invited.reset)).toBe(201);
    const login = { email: invited.email, password };
    expect((await call(server.url, 'POST', '/console/session', login, '')).status).toBe(201);
  }

  async function expectJobsRun() {
    expect((await succeed('jobs', 'list')).join('\n')).toContain('audit-retention');
    expect(await succeed('jobs', 'run', 'audit-retention')).toEqual([
      expect.stringMatching(/^0 audit entries from before \d{4}-\d\d-\d\d removed\.$/),
    ]);
  }

  test('with the server running: a revoked token is rejected on the next request', async () => {
    const { id, secret } = await createToken();
    expect(await listsToken(id)).toBe(true);
    expect(await statusWith(secret)).toBe(200);
    expect(await succeed('token', 'revoke', id)).toEqual([`Revoked token ${id}.`]);
    expect(await statusWith(secret)).toBe(401);
    expect(await listsToken(id)).toBe(false);
  });

  test('with the server running: users are invited and jobs run', async () => {
    await expectOnlyResetWorks(await invite('eve@example.com'));
    await expectJobsRun();
  });

  test.each([
    [['token', 'revoke', '999'], 'There is no active token with the ID 999.'],
    [['token', 'create'], 'Specify either --user EMAIL or --team NAME.'],
    [
      ['user', 'set-role', 'nobody@example.com', 'editor'],
      'There is no user with the email address nobody@example.com.',
    ],
    [['user', 'set-role', 'owner@farthing.local', 'king'], 'The role must be one of owner,'],
    [['jobs', 'run', 'nothing'], 'There is no job named nothing;'],
  ])('invalid usage prints an explanation and exits with 2: %j', async (args, message) => {
    const result = await run(data, args);
    expect(result.status).toBe(2);
    expect(result.stdout).toContain(message);
    expect(result.stdout).toContain('Usage: farthing');
  });

  test('with the server stopped: they work on the folder itself', async () => {
    expect((await server.stop()).status).toBe(0);
    const { id, secret } = await createToken();
    await succeed('token', 'revoke', id);
    expect(await listsToken(id)).toBe(false);
    const invited = await invite('joe@example.com');
    await expectJobsRun();
    server = await start(data);
    expect(await statusWith(ownerSecret)).toBe(200);
    expect(await statusWith(secret)).toBe(401);
    await expectOnlyResetWorks(invited);
    await server.kill();
  });
});

/** A request whose body is not sent until `finish`. */
function slowUpload(url: string, agent: Agent) {
  const body = JSON.stringify({ title: 'Sent while stopping' });
  const request = httpRequest(`${url}/v2/folders`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${ownerSecret}`,
      'content-type': 'application/json',
      'content-length': body.length,
      // The server confirms the request head before the body is sent.
      expect: '100-continue',
    },
  });
  request.flushHeaders();
  const arrived = new Promise<void>((resolve) => request.once('continue', resolve));
  const response = new Promise<number | undefined>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
  });
  return { arrived, finish: () => void request.end(body), response };
}

const waitUntilStopping = (server: RunningServer) =>
  waitFor('the server is stopping', () =>
    /"msg":"stopping/.test(server.stderr()) ? true : undefined,
  );

describe('shutdown', { timeout: timeoutMs }, () => {
  const data = newFolder();

  test('SIGTERM lets a request in flight finish, even on a keep-alive connection', async () => {
    const server = await start(data, { FARTHING_SHUTDOWN_SECONDS: '30' });
    const agent = new Agent({ keepAlive: true });
    const upload = slowUpload(server.url, agent);
    await upload.arrived;
    server.signal('SIGTERM');
    await waitUntilStopping(server);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
    upload.finish();
    expect(await upload.response).toBe(201);
    const exit = await server.exited;
    agent.destroy();
    expect(exit.status).toBe(0);
    expect(exit.stderr).not.toContain('took too long');
    const next = await start(data);
    const { body } = await call(next.url, 'GET', '/v2/folders');
    expect(body.folders.map((folder: { title: string }) => folder.title)).toEqual([
      'Sent while stopping',
    ]);
    await next.kill();
  });

  test('a request that never ends is aborted at the shutdown limit', async () => {
    const server = await start(data, { FARTHING_SHUTDOWN_SECONDS: '1' });
    const agent = new Agent();
    const upload = slowUpload(server.url, agent);
    const aborted = expect(upload.response).rejects.toThrow('socket hang up');
    await upload.arrived;
    const exit = await server.stop();
    await aborted;
    expect(exit.status).toBe(0);
    expect(exit.stderr).toContain('took too long');
  });

  test('a server that is being stopped is not ready, and answers until it has drained', async () => {
    const server = await launchServer(data, { FARTHING_DRAIN_SECONDS: '600' }).ready();
    server.signal('SIGTERM');
    const status = async (path: string) => (await call(server.url, 'GET', path)).status;
    await waitFor('the server is not ready', async () =>
      (await status('/readyz')) === 503 ? true : undefined,
    );
    expect(await status('/healthz')).toBe(200);
    expect(await status('/v2/me')).toBe(200);
    await server.kill();
  });

  test('SIGTERM right after startup stops the server cleanly', async () => {
    const server = await start(data);
    expect((await server.stop()).status).toBe(0);
    expect(readdirSync(data)).not.toContain('lock');
  });
});

describe('a command while another process has the lock', { timeout: timeoutMs }, () => {
  /** Writes the lock of a living process, as if it had been taken some time ago. */
  const lockSince = (secondsAgo: number): string => {
    const data = newFolder();
    const path = join(data, 'lock');
    writeFileSync(path, String(process.pid));
    const time = Date.now() / 1000 - secondsAgo;
    utimesSync(path, time, time);
    return data;
  };
  const waiting = 'Waiting for the server to start';

  test('waits for a server that is starting, and runs in it', async () => {
    const data = newFolder();
    const bill = join(data, 'bill.csv');
    writeFileSync(bill, focusBill('payer', '2024-01', 7));
    const starting = launchServer(data);
    await waitFor('the server has the lock', () => existsSync(join(data, 'lock')) || undefined);
    const { status, stdout, stderr } = await run(data, ['import', bill]);
    expect(stdout).toContain('bill.csv: imported into aws payer');
    expect(lines(stderr)).toEqual([waiting]);
    expect(status).toBe(0);
    const server = await starting.ready();
    const { body } = await call(server.url, 'GET', '/v2/integrations');
    expect(body.integrations).toHaveLength(1);
    await server.stop();
  });

  test('does not wait longer than a server may take to start', async () => {
    const { status, stderr } = await run(lockSince(58), ['user', 'list']);
    expect(status).toBe(1);
    expect(lines(stderr).at(-1)).toContain(`is in use by process ${process.pid}.`);
  });

  test('fails at once if the lock is old', async () => {
    const { status, stderr } = await run(lockSince(3600), ['user', 'list']);
    expect(status).toBe(1);
    expect(lines(stderr)).toEqual([
      expect.stringContaining(`is in use by process ${process.pid}.`),
    ]);
  });
});
