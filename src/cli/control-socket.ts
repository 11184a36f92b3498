import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { type Server, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandEnvironment, Print, Screen } from './command.js';
import type { Terminal } from './terminal.js';

/**
 * Only one process can open the embedded engines. While the server is running, commands reach it
 * through a socket in the data folder; anyone who can read that folder is the operator.
 */
function controlSocketPath(dataFolder: string): string {
  const path = join(dataFolder, 'control.sock');
  // Operating systems limit socket paths to little more than 100 bytes.
  if (Buffer.byteLength(path) < 100) return path;
  return join(
    tmpdir(),
    `farthing-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`,
  );
}

interface Request {
  args: readonly string[];
  cwd: string;
  screen?: Screen;
}
type Message = { line: string } | { error: string } | { progress: string } | { status: number };
type Run = (args: readonly string[], environment: CommandEnvironment) => Promise<number>;

/** Accepts commands on the control socket of a data folder and runs them in this process. */
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
      const { args, cwd, screen } = JSON.parse(text) as Request;
      // A caller that disconnects expects that nothing was changed.
      const disconnected = new AbortController();
      socket.once('close', () => disconnected.abort());
      const print = (line: string) => send({ line });
      const showProgress = (line: string) => send({ progress: line });
      const printError = (line: string) => send({ error: line });
      const output = { print, printError, showProgress, ...(screen && { screen }) };
      run(args, { ...output, cwd, signal: disconnected.signal })
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

/** Runs a command in the server of a data folder; returns undefined if no server is running. */
export function runInServer(
  dataFolder: string,
  args: readonly string[],
  { print, showProgress, screen }: Terminal,
  printError: Print,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(controlSocketPath(dataFolder));
    let status: number | undefined;
    const request: Request = { args, cwd: process.cwd(), ...(screen && { screen }) };
    let isConnected = false;
    socket.once('connect', () => {
      isConnected = true;
      socket.write(`${JSON.stringify(request)}\n`);
    });
    // Followed by the close event.
    socket.on('error', () => {});
    socket.once('close', () => {
      if (!isConnected || status !== undefined) return resolve(status);
      // It may have changed something, so it must not run again in this process.
      print('The server stopped before the command had finished.');
      resolve(1);
    });
    const lines = createInterface({ input: socket });
    // Readline repeats the errors of its input, which the listener of the socket handles.
    lines.on('error', () => {});
    lines.on('line', (text) => {
      const message = JSON.parse(text) as Message;
      if ('line' in message) print(message.line);
      else if ('error' in message) printError(message.error);
      else if ('progress' in message) showProgress(message.progress);
      else status = message.status;
    });
  });
}
