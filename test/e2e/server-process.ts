import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';

const program = resolvePath('dist/main.js');

/** API token of the first owner in every installation that the tests start. */
export const ownerSecret = `vntg_tkn_${'e2e0'.repeat(10)}`;

/** Starting a server can take minutes on a busy machine. */
export const timeoutMs = 240_000;

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

/** Polls until the result is not undefined; throws after a timeout. */
export async function waitFor<Result>(
  condition: string,
  check: () => Promise<Result | undefined> | Result | undefined,
  { seconds = 120 } = {},
): Promise<Result> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const result = await check();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${condition}`);
    await delay(20);
  }
}

/** Helpers to start processes in a test file; those still running are killed after its tests. */
export function useProcesses() {
  const running = new Set<ChildProcess>();
  const folders: string[] = [];

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await waitFor('all processes have exited', () => (running.size === 0 ? true : undefined));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'farthing-e2e-'));
    chmodSync(folder, 0o755);
    folders.push(folder);
    return folder;
  };

  const launch = (args: string[], env: Environment) => {
    const child = spawn(process.execPath, [program, ...args], {
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
  const run = (data: string, args: string[], env: Environment = {}): Promise<ExitResult> =>
    launch(args, { FARTHING_DATA: data, ...env }).exited;

  /** Starts a server on a free port; `ready` waits for the line with its URL. */
  const launchServer = (data: string, env: Environment = {}, args: string[] = []) => {
    const { child, text, exited } = launch(['serve', '--port', '0', ...args], {
      FARTHING_DATA: data,
      FARTHING_BOOTSTRAP_TOKEN: ownerSecret,
      FARTHING_RATE_LIMIT: '0',
      ...env,
    });
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

  const start = (
    data: string,
    env: Environment = {},
    args: string[] = [],
  ): Promise<RunningServer> => launchServer(data, env, args).ready();

  return { newFolder, run, launchServer, start };
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
