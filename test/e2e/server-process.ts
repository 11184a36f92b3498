import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { type RoundRobinProxy, startProxy } from './round-robin-proxy.js';
import { SharedStores } from './shared-stores.js';

/** Whether every server that a test starts is two copies on the same stores, behind a round-robin proxy. */
export const testsCopies = process.env['TEST_COPIES'] === '2';

const program = resolvePath('dist/main.js');

/** API token of the first owner in every installation that the tests start. */
export const ownerSecret = `vntg_tkn_${'e2e0'.repeat(10)}`;

/** Starting a server can take minutes on a busy machine. */
export const timeoutMs = 900_000;

type Environment = Record<string, string>;

export interface ExitResult {
  /** Null if a signal terminated the process. */
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningServer {
  /** Base URL of the API; empty in a process without one. */
  url: string;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Sends SIGKILL. */
  kill(): Promise<ExitResult>;
  /** Sends SIGTERM and waits for the process to exit. */
  stop(): Promise<ExitResult>;
  signal(name: NodeJS.Signals): void;
  exited: Promise<ExitResult>;
}

/** Polls until the result is not undefined, less and less often; throws after a timeout. */
export async function waitFor<Result>(
  condition: string,
  check: () => Promise<Result | undefined> | Result | undefined,
  /** What takes minutes is polled less often: requests take time from the server that they wait for. */
  { seconds = 800, atMostEveryMs = 100 } = {},
): Promise<Result> {
  const end = Date.now() + seconds * 1000;
  for (let pause = 20; ; pause = Math.min(pause * 1.2, atMostEveryMs)) {
    const result = await check();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${condition}`);
    await delay(pause);
  }
}

/** Helpers to start processes in a test file; those still running are killed after its tests. */
export function useProcesses() {
  const running = new Set<ChildProcess>();
  const folders: string[] = [];
  const proxies: RoundRobinProxy[] = [];
  const stores = new SharedStores();

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await waitFor('all processes have exited', () => (running.size === 0 ? true : undefined));
    for (const proxy of proxies) proxy.close();
    await stores.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'farthing-e2e-'));
    chmodSync(folder, 0o755);
    folders.push(folder);
    return folder;
  };

  const launch = (args: string[], env: Environment, ofProgram = program) => {
    // Most end within seconds, too soon to gain from WebAssembly that is optimized for a long life.
    const child = spawn(process.execPath, ['--liftoff-only', ofProgram, ...args], {
      // Settings of the developer's environment must not reach the program.
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const text = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
    const exited = new Promise<ExitResult>((resolve) => {
      child.once('close', (status) => {
        running.delete(child);
        resolve({ status, ...text });
      });
    });
    return { child, text, exited };
  };

  /** Runs a command and waits for it to exit. */
  const run = async (data: string, args: string[], env: Environment = {}): Promise<ExitResult> => {
    const shared = testsCopies ? await stores.settings(data) : {};
    return launch(args, { FARTHING_DATA: data, ...shared, ...env }).exited;
  };

  /** Starts a server on a free port, of this release unless another program is given; `ready` waits for the line with its URL. */
  const launchServer = (
    data: string,
    env: Environment = {},
    args: string[] = [],
    ofProgram = program,
  ) => {
    const settings = {
      FARTHING_DATA: data,
      FARTHING_BOOTSTRAP_TOKEN: ownerSecret,
      FARTHING_RATE_LIMIT: '0',
      // The first release does not know it.
      ...(ofProgram === program ? { FARTHING_QUERY_SECONDS: '600' } : {}),
      ...env,
    };
    const { child, text, exited } = launch(['serve', '--port', '0', ...args], settings, ofProgram);
    const signal = (name: NodeJS.Signals) => void child.kill(name);
    const endWith = (name: NodeJS.Signals) => {
      signal(name);
      return exited;
    };
    const server: RunningServer = {
      url: '',
      pid: child.pid!,
      stdout: () => text.stdout,
      stderr: () => text.stderr,
      kill: () => endWith('SIGKILL'),
      stop: () => endWith('SIGTERM'),
      signal,
      exited,
    };
    const ready = async (): Promise<RunningServer> => {
      const line = await waitFor('the server is ready', () => {
        if (!running.has(child)) throw new Error(`The server exited: ${text.stdout}${text.stderr}`);
        return /^Farthing is ready.*$/m.exec(text.stdout)?.[0];
      });
      server.url = /http:\/\/\S+/.exec(line)?.[0] ?? '';
      return server;
    };
    return { ...server, ready };
  };

  /**
   * Starts two copies of the server on the same stores; requests to the returned one alternate. Only the
   * first gets the arguments: one copy builds the demo.
   */
  const startCopies = async (
    data: string,
    env: Environment = {},
    args: string[] = [],
  ): Promise<ServerCopies> => {
    const settings = { ...(await stores.settings(data)), ...env };
    const copies = await Promise.all([
      launchServer(join(data, '1'), settings, args).ready(),
      launchServer(join(data, '2'), settings, args).ready(),
    ]);
    const proxy = await startProxy(copies.map(({ url }) => url));
    proxies.push(proxy);
    return { ...combine(copies), url: proxy.url, copies };
  };

  const start = (
    data: string,
    env: Environment = {},
    args: string[] = [],
  ): Promise<RunningServer> =>
    testsCopies ? startCopies(data, env, args) : launchServer(data, env, args).ready();

  return { newFolder, run, launchServer, start, startCopies, stores };
}

/** Copies of the server behind a proxy. */
export interface ServerCopies extends RunningServer {
  copies: [RunningServer, RunningServer];
}

/** Both copies as one: signals go to both, and outputs are joined. */
function combine([one, two]: [RunningServer, RunningServer]): RunningServer {
  const join = async (results: Promise<ExitResult>[]): Promise<ExitResult> => {
    const [first, second] = (await Promise.all(results)) as [ExitResult, ExitResult];
    return {
      status: first.status || second.status,
      stdout: first.stdout + second.stdout,
      stderr: first.stderr + second.stderr,
    };
  };
  return {
    url: one.url,
    pid: one.pid,
    stdout: () => one.stdout() + two.stdout(),
    stderr: () => one.stderr() + two.stderr(),
    kill: () => join([one.kill(), two.kill()]),
    stop: () => join([one.stop(), two.stop()]),
    signal: (name) => {
      one.signal(name);
      two.signal(name);
    },
    exited: join([one.exited, two.exited]),
  };
}

export interface HttpResponse {
  status: number;
  // Tests inspect bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Headers;
}

/** Sends a request to a running server as the first owner. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  secret = ownerSecret,
): Promise<HttpResponse> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

/** Uploads a bill and waits until its import has finished. */
export async function importBill(
  url: string,
  content: string | Buffer<ArrayBuffer>,
  query: Record<string, string> = {},
) {
  const parameters = new URLSearchParams({ name: 'bill.csv', ...query }).toString();
  const response = await fetch(`${url}/console/imports?${parameters}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ownerSecret}`,
      'content-type': 'application/octet-stream',
    },
    body: content,
  });
  const started = (await response.json()) as { run_id?: number };
  if (started.run_id === undefined) throw new Error(JSON.stringify(started));
  return waitFor('the import is finished', async () => {
    const { body } = await call(url, 'GET', `/console/imports/runs/${started.run_id}`);
    return body.status === 'running' ? undefined : body;
  });
}
