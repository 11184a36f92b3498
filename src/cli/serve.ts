import type { App } from '../app.js';
import { openApp } from '../app.js';
import type { DemoSize } from '../demo/history.js';
import { type Config, ConfigError } from '../platform/config.js';
import { DomainFailure } from '../platform/lib/errors.js';
import { type Log, createLog } from '../platform/lib/log.js';
import { isStoreOutage } from '../platform/store/database.js';
import { runCommand } from './commands.js';
import { serveControlSocket } from './control-socket.js';
import { startDemo } from './demo-command.js';

/** Runs the server until it receives SIGTERM or SIGINT. */
export async function serve(
  config: Config,
  { demo, adoptsStores }: { demo: DemoSize | undefined; adoptsStores: boolean },
): Promise<void> {
  const log = createLog(config.logLevel);
  // Registered first, so that a signal right after the ready line is not lost.
  const signal = stopSignal();
  surviveStoreOutages(log);
  const app = await openApp({ config, log, adoptsStores });
  try {
    await run(app, signal, demo);
  } finally {
    await app.close();
  }
  log.info('stopped');
}

async function run(
  app: App,
  signal: Promise<NodeJS.Signals>,
  demo: DemoSize | undefined,
): Promise<void> {
  const { config, log } = app.services;
  // Printed before anything that can still fail, because the password is stored nowhere else.
  for (const line of firstOwnerLines(app)) print(line);
  const continueDemo = demo ? await startDemoFirst(app, demo) : undefined;
  // Before the ready line and before the first request, which may queue a job.
  await app.jobs.start({ isWorker: config.roles.includes('worker') });
  // Whoever sees that the server is ready may send it a command.
  const control = await serveControlSocket(config.data, (args, environment) =>
    runCommand(app, args, environment),
  );
  try {
    const address = await listen(app);
    print(
      address === undefined
        ? `Farthing is ready (no API in this process, data in ${config.data})`
        : `Farthing is ready at ${address} (data in ${config.data})`,
    );
    if (app.firstOwner && address !== undefined) {
      print(`Try it: curl -H "Authorization: Bearer ${app.firstOwner.secret}" ${address}/v2/me`);
    }
    await continueDemo?.();
    log.info({ signal: await signal }, 'stopping: waiting for requests in flight');
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

/** Builds what the console shows first; the returned function imports the rest in the background. */
async function startDemoFirst(app: App, size: DemoSize): Promise<() => Promise<void>> {
  try {
    return await startDemo(app, size, print);
  } catch (error) {
    throw error instanceof DomainFailure ? new ConfigError(`${error.message}.`) : error;
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** The credentials of the first owner, on the very first start only. */
export function firstOwnerLines({ firstOwner }: App): string[] {
  if (!firstOwner) return [];
  return [
    'First start. Save these credentials; they are shown only once:',
    `  email     ${firstOwner.email}`,
    `  password  ${firstOwner.password}`,
    `  API token ${firstOwner.secret}`,
    '',
  ];
}

/** Starts listening and returns the address; undefined in a process without the API role. */
async function listen(app: App): Promise<string | undefined> {
  const { config } = app.services;
  if (!config.roles.includes('api')) return undefined;
  try {
    const address = await app.server.listen({ host: config.host, port: config.port });
    return config.publicUrl ?? address;
  } catch (error) {
    throw listenError(error, config);
  }
}

function listenError(error: unknown, { host, port }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} on ${host} is in use; choose another one with --port.`);
    case 'EACCES':
      return new ConfigError(`No permission to use port ${port}; choose another one with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${host} is not an address of this machine; check --host.`);
    default:
      return error;
  }
}

/**
 * The job queue records the result of a job without awaiting the write. If the database is down at
 * that moment, the unhandled rejection would end the process; the unfinished job is retried anyway.
 */
function surviveStoreOutages(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!isStoreOutage(error)) throw error;
    log.warn({ err: error }, 'the result of a job could not be recorded');
  });
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => resolve(signal));
  });
}
