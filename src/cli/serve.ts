import type { App } from '../app.js';
import { openApp } from '../app.js';
import type { Config } from '../config.js';
import { createLog } from '../lib/log.js';
import { runCommand } from './commands.js';
import { serveControlSocket } from './control-socket.js';

/** Runs the server until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const app = await openApp({ config, log });
  const address = await listen(app);
  const control = await serveControlSocket(config.data, (args, surroundings) =>
    runCommand(app, args, surroundings),
  );
  announce(app, address);
  await app.jobs.start({ works: config.roles.includes('worker') });

  const signal = await stopSignal();
  log.info({ signal }, 'stopping: requests in flight are finished first');
  const limit = setTimeout(() => {
    log.warn('requests in flight took too long; closing their connections');
    app.server.server.closeAllConnections();
  }, config.shutdownSeconds * 1000);
  control.close();
  await app.close();
  clearTimeout(limit);
  log.info('stopped');
}

async function listen(app: App): Promise<string> {
  const { config } = app.services;
  if (!config.roles.includes('api')) return '(no API in this process)';
  const address = await app.server.listen({ host: config.host, port: config.port });
  return config.publicUrl ?? address;
}

function announce(app: App, address: string): void {
  const lines = [`Farthing is ready at ${address} (data in ${app.services.config.data})`];
  if (app.firstOwner) {
    const { email, password, secret } = app.firstOwner;
    lines.push(
      '',
      'First start. Keep these; they are shown this once:',
      `  log in    ${email}`,
      `  password  ${password}`,
      `  API token ${secret}`,
      '',
      'Try it:',
      `  curl -H "Authorization: Bearer ${secret}" ${address}/v2/me`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => resolve(signal));
  });
}
