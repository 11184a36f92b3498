import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';

const program = resolve('dist/main.js');

/** Token of the first owner in every installation that the tests start. */
export const ownerSecret = `vntg_tkn_${'e2e0'.repeat(10)}`;

/** A start takes seconds, and many of them on a busy machine. */
export const patienceMs = 240_000;

type Environment = Record<string, string>;

export interface Ended {
  /** Null when a signal ended the process. */
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  /** Where the API answers; empty in a process without one. */
  url: string;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Ends it as a crash would: no handler runs. */
  kill(): Promise<Ended>;
  /** Asks it to end and waits until it did. */
  stop(): Promise<Ended>;
  signal(name: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** Asks again and again until the answer is not undefined; fails after the given time. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined> | Result | undefined,
  { seconds = 120 } = {},
): Promise<Result> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}`);
    await pause(20);
  }
}

/** Starts processes for one test file, and ends what is left of them after it. */
export function processes() {
  const live = new Set<ChildProcess>();
  const folders: string[] = [];

  afterAll(async () => {
    for (const child of live) child.kill('SIGKILL');
    await until('every process of this file is gone', () => (live.size === 0 ? true : undefined));
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
      // Nothing of the caller's own settings may reach the program.
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    live.add(child);
    const text = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
    const ended = new Promise<Ended>((done) => {
      child.once('close', (status) => {
        live.delete(child);
        done({ status, ...text });
      });
    });
    return { child, text, ended };
  };

  /** Runs a command to its end. */
  const run = (data: string, args: string[], env: Environment = {}): Promise<Ended> =>
    launch(args, { FARTHING_DATA: data, ...env }).ended;

  /** Starts a server on a free port; `ready` waits for the line that says where it answers. */
  const launchServer = (data: string, env: Environment = {}, args: string[] = []) => {
    const { child, text, ended } = launch(['serve', '--port', '0', ...args], {
      FARTHING_DATA: data,
      FARTHING_BOOTSTRAP_TOKEN: ownerSecret,
      FARTHING_RATE_LIMIT: '0',
      ...env,
    });
    const signal = (name: NodeJS.Signals) => void child.kill(name);
    const endBy = (name: NodeJS.Signals) => {
      signal(name);
      return ended;
    };
    const running: Running = {
      url: '',
      pid: child.pid!,
      stdout: () => text.stdout,
      stderr: () => text.stderr,
      kill: () => endBy('SIGKILL'),
      stop: () => endBy('SIGTERM'),
      signal,
      ended,
    };
    const ready = async (): Promise<Running> => {
      const line = await until('the server is ready', () => {
        if (!live.has(child)) throw new Error(`The server ended: ${text.stdout}${text.stderr}`);
        return /^Farthing is ready.*$/m.exec(text.stdout)?.[0];
      });
      running.url = /http:\/\/\S+/.exec(line)?.[0] ?? '';
      return running;
    };
    return { ...running, ready };
  };

  const start = (data: string, env: Environment = {}, args: string[] = []): Promise<Running> =>
    launchServer(data, env, args).ready();

  return { newFolder, run, launchServer, start };
}

export interface HttpAnswer {
  status: number;
  // Tests look into answers of every shape.
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
): Promise<HttpAnswer> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: answer.headers,
  };
}
