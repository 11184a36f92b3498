import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { type Server, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Print } from './command.js';

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

type Message = { line: string } | { status: number };
type Run = (args: string[], print: Print) => Promise<number>;

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
      const args = JSON.parse(text) as string[];
      run(args, (line) => send({ line }))
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
  print: Print,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(controlSocketPath(dataFolder));
    let status: number | undefined;
    socket.once('connect', () => socket.write(`${JSON.stringify(args)}\n`));
    socket.once('error', () => resolve(undefined));
    const lines = createInterface({ input: socket });
    // Readline repeats the errors of its input; the socket's own listener has dealt with them.
    lines.on('error', () => {});
    lines.on('line', (text) => {
      const message = JSON.parse(text) as Message;
      if ('line' in message) print(message.line);
      else status = message.status;
    });
    socket.once('close', () => resolve(status));
  });
}
