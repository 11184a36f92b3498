import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { type Server, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Surroundings } from './command.js';
import type { Terminal } from './terminal.js';

/**
 * The embedded engines belong to one process. While the server runs, commands reach it through a socket
 * in the data folder: whoever may read that folder is the operator.
 */
function controlSocketPath(dataFolder: string): string {
  const path = join(dataFolder, 'control.sock');
  // The system allows little more than 100 bytes.
  if (Buffer.byteLength(path) < 100) return path;
  return join(
    tmpdir(),
    `farthing-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`,
  );
}

/** What is asked for, and where. */
interface Call {
  args: readonly string[];
  cwd: string;
}
type Message = { line: string } | { passing: string } | { status: number };
type Run = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

export async function serveControlSocket(dataFolder: string, run: Run): Promise<Server> {
  const path = controlSocketPath(dataFolder);
  await rm(path, { force: true });
  const server = createServer((socket) => {
    const send = (message: Message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    };
    socket.on('error', () => socket.destroy());
    const lines = createInterface({ input: socket });
    lines.on('error', () => {});
    lines.once('line', (text) => {
      const { args, cwd } = JSON.parse(text) as Call;
      // Whoever gives up waiting wants nothing changed.
      const gone = new AbortController();
      socket.once('close', () => gone.abort());
      const print = (line: string) => send({ line });
      const passing = (line: string) => send({ passing: line });
      run(args, { print, passing, cwd, signal: gone.signal })
        .catch((error: unknown) => {
          send({ line: `The command failed: ${String(error)}` });
          return 1;
        })
        .then((status) => {
          send({ status });
          socket.end();
        })
        .catch(() => socket.destroy());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return server;
}

/** Runs a command in the server of this data folder; undefined when none is running. */
export function runInServer(
  dataFolder: string,
  args: readonly string[],
  { print, passing }: Terminal,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(controlSocketPath(dataFolder));
    let status: number | undefined;
    const call: Call = { args, cwd: process.cwd() };
    socket.once('connect', () => socket.write(`${JSON.stringify(call)}\n`));
    socket.once('error', () => resolve(undefined));
    const lines = createInterface({ input: socket });
    // Readline repeats the errors of its input; the socket's own listener has dealt with them.
    lines.on('error', () => {});
    lines.on('line', (text) => {
      const message = JSON.parse(text) as Message;
      if ('line' in message) print(message.line);
      else if ('passing' in message) passing(message.passing);
      else status = message.status;
    });
    socket.once('close', () => resolve(status));
  });
}
