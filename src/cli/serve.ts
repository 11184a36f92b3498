import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../app.js';
import { openApp } from '../app.js';
import type { DemoSize } from '../demo/history.js';
import { resumeUploads } from '../domain/intake/integrations/index.js';
import { type Config, ConfigError } from '../platform/config.js';
import { DomainFailure } from '../platform/lib/errors.js';
import { createLog } from '../platform/lib/log.js';
import { runCommand } from './commands.js';
import { serveControlSocket } from './control-socket.js';
import { type ContinueDemo, startDemo } from './demo-command.js';
import {
  type StopReason,
  stopSignal,
  surviveUnhandledRejections,
  uncaughtError,
} from './stop-reason.js';

/** What stopping may take after the requests in flight have ended: running jobs, imports and the stores. */
const closeSeconds = 60;

export interface ServeOptions {
  demo: DemoSize | undefined;
  adoptsStores: boolean;
  /** Listens on a free port where the one of the settings is in use. */
  takesAnyPort: boolean;
}

/** Runs the server until it receives SIGTERM or SIGINT, or meets an error that no code handles; returns the exit status. */
export async function serve(config: Config, options: ServeOptions): Promise<number> {
  const log = createLog(config.logLevel, config.logFormat);
  // Registered first, so that a signal right after the ready line is not lost.
  const signal = stopSignal();
  surviveUnhandledRejections(log);
  const app = await openApp({ config, log, adoptsStores: options.adoptsStores });
  const record = (error: Error) => app.jobs.recordFatalError(error);
  const error = uncaughtError(log, record, config.shutdownSeconds + closeSeconds);
  let reason: StopReason;
  try {
    reason = await run(app, Promise.race([signal, error]), options);
  } finally {
    await app.close();
  }
  log.info('stopped');
  return reason instanceof Error ? 1 : 0;
}

async function run(
  app: App,
  stop: Promise<StopReason>,
  { demo, takesAnyPort }: ServeOptions,
): Promise<StopReason> {
  const { config, log } = app.services;
  // Printed before anything that can still fail, because the password is stored nowhere else.
  for (const line of firstOwnerLines(app)) print(line);
  const continueDemo = demo ? await startDemoFirst(app, demo) : undefined;
  // Before the ready line and before the first request, which may queue a job.
  await app.jobs.start({ isWorker: config.roles.includes('worker') });
  await resumeUploads(app);
  // Whoever sees that the server is ready may send it a command.
  const control = await serveControlSocket(config.data, (args, environment) =>
    runCommand(app, args, environment),
  );
  try {
    const address = await listen(app, takesAnyPort);
    print(
      address === undefined
        ? `Farthing is ready (no API in this process, data in ${config.data})`
        : `Farthing is ready at ${address} (data in ${config.data})`,
    );
    if (app.firstOwner && address !== undefined) {
      const { email, password, secret } = app.firstOwner;
      print(`Open ${address} and log in as ${email} with the password ${password}`);
      print(`Try it: curl -H "Authorization: Bearer ${secret}" ${address}/v2/me`);
    }
    if (!app.firstOwner && demo && address !== undefined) {
      print(`Open ${address}; "farthing user reset-password" helps whoever has lost the password.`);
    }
    await continueDemo?.(address);
    const reason = await stop;
    const signal = reason instanceof Error ? undefined : reason;
    app.server.startDraining();
    if (config.drainSeconds > 0) {
      log.info({ signal }, `stopping: not ready for ${config.drainSeconds} s, still answering`);
      await delay(config.drainSeconds * 1000);
    }
    log.info({ signal }, 'stopping: waiting for requests in flight');
    const limit = setTimeout(() => {
      log.warn('requests in flight took too long; closing their connections');
      app.server.server.closeAllConnections();
    }, config.shutdownSeconds * 1000);
    await app.server.close();
    clearTimeout(limit);
    return reason;
  } finally {
    control.close();
  }
}

/** Builds what the console shows first; the returned function imports the rest in the background. */
async function startDemoFirst(app: App, size: DemoSize): Promise<ContinueDemo> {
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

/** Starts listening and returns the address of the API; undefined in a process without its role. */
async function listen(app: App, takesAnyPort: boolean): Promise<string | undefined> {
  const { config } = app.services;
  const { host, healthPort } = config;
  const hasApi = config.roles.includes('api');
  const port = hasApi ? config.port : healthPort;
  if (port === undefined) return undefined;
  try {
    const address = await app.server.listen({ host, port }).catch((error: unknown) => {
      if (!takesAnyPort || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return app.server.listen({ host, port: 0 });
    });
    return hasApi ? (config.publicUrl ?? address) : undefined;
  } catch (error) {
    throw listenError(error, { host, port, name: hasApi ? '--port' : 'FARTHING_HEALTH_PORT' });
  }
}

function listenError(
  error: unknown,
  { host, port, name }: { host: string; port: number; name: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} on ${host} is in use; choose another one with ${name}.`);
    case 'EACCES':
      return new ConfigError(`No permission to use port ${port}; choose another one with ${name}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${host} is not an address of this machine; check --host.`);
    default:
      return error;
  }
}
