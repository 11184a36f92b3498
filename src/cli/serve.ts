import type { App } from '../app.js';
import { openApp } from '../app.js';
import { type Config, ConfigError } from '../platform/config.js';
import { DomainFailure } from '../platform/lib/errors.js';
import { type Log, createLog } from '../platform/lib/log.js';
import { isStoreOutage } from '../platform/store/database.js';
import { runCommand } from './commands.js';
import { serveControlSocket } from './control-socket.js';
import { runDemo } from './demo-command.js';

/** Runs the server until it is told to stop. */
export async function serve(config: Config, { demo }: { demo: boolean }): Promise<void> {
  const log = createLog(config.logLevel);
  // Heard from the beginning, so that a signal just after the ready line is not lost.
  const signal = stopSignal();
  surviveOutages(log);
  const app = await openApp({ config, log });
  try {
    await run(app, signal, demo);
  } finally {
    await app.close();
  }
  log.info('stopped');
}

async function run(app: App, signal: Promise<NodeJS.Signals>, demo: boolean): Promise<void> {
  const { config, log } = app.services;
  // Before anything that can still fail: the password exists nowhere else.
  for (const line of firstOwnerLines(app)) print(line);
  if (demo) await fillWithDemo(app);
  // Before the first request, which may queue a job, and before anyone is told that all is ready.
  await app.jobs.start({ isWorker: config.roles.includes('worker') });
  const address = await listen(app);
  const control = await serveControlSocket(config.data, (args, surroundings) =>
    runCommand(app, args, surroundings),
  );
  try {
    print(`Farthing is ready at ${address} (data in ${config.data})`);
    if (app.firstOwner) {
      print(`Try it: curl -H "Authorization: Bearer ${app.firstOwner.secret}" ${address}/v2/me`);
    }
    log.info({ signal: await signal }, 'stopping: requests in flight are finished first');
    const limit = setTimeout(() => {
      log.warn('requests in flight took too long; closing their connections');
      app.server.server.closeAllConnections();
    }, config.shutdownSeconds * 1000);
    await app.server.close();
    clearTimeout(limit);
  } finally {
    control.close();
  }
}

async function fillWithDemo(app: App): Promise<void> {
  try {
    await runDemo(app, print);
  } catch (error) {
    throw error instanceof DomainFailure ? new ConfigError(`${error.message}.`) : error;
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** What the first owner signs in with; nothing but on the very first start. */
export function firstOwnerLines({ firstOwner }: App): string[] {
  if (!firstOwner) return [];
  return [
    'First start. Keep these; they are shown this once:',
    `  log in    ${firstOwner.email}`,
    `  password  ${firstOwner.password}`,
    `  API token ${firstOwner.secret}`,
    '',
  ];
}

async function listen(app: App): Promise<string> {
  const { config } = app.services;
  if (!config.roles.includes('api')) return '(no API in this process)';
  try {
    const address = await app.server.listen({ host: config.host, port: config.port });
    return config.publicUrl ?? address;
  } catch (error) {
    throw asConfigError(error, config);
  }
}

function asConfigError(error: unknown, { host, port }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} of ${host} is in use; choose another one (--port).`);
    case 'EACCES':
      return new ConfigError(`Port ${port} may not be used by this user; choose another (--port).`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${host} is not an address of this machine (--host).`);
    default:
      return error;
  }
}

/**
 * The job queue writes how a job ended without waiting for it. When the database is away then, nobody
 * hears of it, and that would end the process; the job itself is found unfinished and tried again.
 */
function surviveOutages(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!isStoreOutage(error)) throw error;
    log.warn({ err: error }, 'the end of a job could not be noted');
  });
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => resolve(signal));
  });
}
