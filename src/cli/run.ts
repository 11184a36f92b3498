import { openApp } from '../app.js';
import type { DemoSize } from '../demo/history.js';
import { allOperations } from '../operations.js';
import { type Config, ConfigError, settingFlags } from '../platform/config.js';
import { openInstallation } from '../platform/health/open-installation.js';
import { createLog } from '../platform/lib/log.js';
import { isStoreOutage } from '../platform/store/database.js';
import { FolderInUse } from '../platform/store/lock-folder.js';
import { NewerSchema } from '../platform/store/newer-schema.js';
import type { CommandHelp } from './command.js';
import { commands, findCommand, parseArguments, printFailures, runCommand } from './commands.js';
import { runInServer } from './control-socket.js';
import { doctorCommand, printHealth } from './doctor-command.js';
import { isRemote, runRemote } from './remote-command.js';
import { remoteImport } from './remote-import.js';
import { moveCommand, runMove } from './move-command.js';
import { restoreCommand, runRestore } from './restore-command.js';
import { firstOwnerLines, serve } from './serve.js';
import { tableLines } from './table.js';
import { openTerminal } from './terminal.js';
import { retryWhileLocked } from './wait-for-server.js';

const terminal = openTerminal();
const { print } = terminal;
const printError = (line: string) => void process.stderr.write(`${line}\n`);

/** Whether an error is about the installation rather than a defect, so that its message says enough. */
export const isExpected = (error: unknown): boolean =>
  error instanceof FolderInUse || error instanceof NewerSchema || isStoreOutage(error);

/** Runs the command that the arguments name; returns the exit status. */
export async function run(
  config: Config,
  args: string[],
  { isPortSet }: { isPortSet: boolean },
): Promise<number> {
  if (args[0] === 'routes') return listRoutes();
  if (args[0] === 'serve') return runServer(config, args.slice(1));
  // For whoever tries the program, any port will do.
  if (args[0] === '--demo') {
    return runServer(config, ['--demo=small', ...args.slice(1)], { takesAnyPort: !isPortSet });
  }
  const environment = { ...terminal, printError, cwd: process.cwd() };
  if (args[0] === 'restore') return runRestore(config, args, environment);
  if (args[0] === 'move') return runMove(config, args, environment);
  if (!findCommand(commands, args)) {
    printError(
      `Unknown command "${args.slice(0, 2).join(' ')}"; "farthing help" lists all commands.`,
    );
    return 2;
  }
  return runInstallationCommand(config, args);
}

/** Exit status of a check that nothing could be checked with, like that of wrong usage. */
const couldNotRun = 2;

const demoSizes: Record<string, DemoSize> = { '--demo': 'whole', '--demo=small': 'small' };

async function runServer(
  config: Config,
  options: string[],
  { takesAnyPort } = { takesAnyPort: false },
): Promise<number> {
  const known = new Set([...Object.keys(demoSizes), '--adopt-stores']);
  const unknown = options.find((flag) => !known.has(flag));
  if (unknown) throw new ConfigError(`Unknown option for serve: ${unknown}.`);
  const demo = options.flatMap((flag) => demoSizes[flag] ?? []).at(-1);
  const adoptsStores = options.includes('--adopt-stores');
  const status = await serve(config, { demo, adoptsStores, takesAnyPort });
  // Everything is closed; a job that never ends must not keep the process alive.
  return process.exit(status);
}

/** Runs a command in the server that FARTHING_URL names, else on the data folder. */
async function runInstallationCommand(config: Config, args: string[]): Promise<number> {
  const { FARTHING_URL: url, FARTHING_TOKEN: token } = process.env;
  if (args[0] === 'import' && url && token) {
    const interrupted = new AbortController();
    // A second Ctrl-C ends the process at once.
    process.once('SIGINT', () => interrupted.abort());
    return remoteImport({ url, token }, args, terminal, interrupted.signal);
  }
  if (isRemote(args) && url && token) {
    return runRemote({ url, token }, args, { ...terminal, printError, cwd: process.cwd() });
  }
  // To stderr, because a program may read the output of the command.
  const status = retryWhileLocked(() => runOnFolder(config, args), printError);
  if (!findCommand([doctorCommand], args)) return status;
  return status.catch((error: unknown) => {
    if (!(error instanceof ConfigError || error instanceof FolderInUse)) throw error;
    printError(error.message);
    return couldNotRun;
  });
}

/** Runs a command in the server that runs on the data folder, else in this process. */
async function runOnFolder(config: Config, args: string[]): Promise<number> {
  const status = await runInServer(config.data, args, terminal, printError);
  if (status !== undefined) return status;
  if (findCommand([doctorCommand], args)) return inspectFolder(config, args);
  const app = await openApp({ config, log: createLog('error', config.logFormat) });
  try {
    for (const line of firstOwnerLines(app)) printError(line);
    return await runCommand(app, args, { ...terminal, printError, cwd: process.cwd() });
  } finally {
    await app.close();
  }
}

/** Checks an installation without a server, which no other command leaves as it is: they upgrade it first. */
async function inspectFolder(config: Config, args: string[]): Promise<number> {
  const environment = { ...terminal, printError, cwd: process.cwd() };
  const installation = await openInstallation(config, process.env);
  try {
    return await printFailures(doctorCommand, environment, () =>
      printHealth(installation, { ...parseArguments(doctorCommand, args), ...environment }),
    );
  } finally {
    await installation.close();
  }
}

function printAll(lines: string[]): number {
  for (const line of lines) print(line);
  return 0;
}

function listRoutes(): number {
  const rows = allOperations().map((each) => [each.method, each.path, each.id]);
  return printAll(tableLines(['METHOD', 'PATH', 'OPERATION'], rows));
}

const builtInCommands: CommandHelp[] = [
  {
    name: '--demo',
    usage: '--demo',
    summary:
      'Try it: "serve --demo=small" on a free port where the default one is in use; prints how to log in',
  },
  {
    name: 'serve',
    usage: 'serve [--demo | --demo=small] [--adopt-stores]',
    summary:
      'Run the server; --demo fills an empty installation with a demo company, --demo=small with a hundredth of its usage, --adopt-stores replaces the servers that used the database with other stores',
  },
  restoreCommand,
  moveCommand,
  { name: 'config', usage: 'config', summary: 'List all settings and their values' },
  { name: 'routes', usage: 'routes', summary: 'List all API operations' },
  { name: 'version', usage: 'version', summary: 'Print the version' },
];

/** Prints the help of the command that is named in the arguments, else the list of commands. */
export function help(args: readonly string[]): number {
  const all = [...builtInCommands, ...commands];
  const command = findCommand(all, args);
  if (command) return printAll([`Usage: farthing ${command.usage}`, '', `${command.summary}.`]);
  return printAll([
    'Usage: farthing COMMAND [OPTIONS]',
    '',
    ...tableLines(
      ['COMMAND', 'DESCRIPTION'],
      all.map(({ name, summary }) => [name, summary]),
    ),
    '',
    'Run "farthing COMMAND --help" for the usage of a command.',
    'Settings are environment variables; "farthing config" lists them. These are also flags:',
    `  ${settingFlags.map((flag) => `--${flag}`).join(' ')}`,
  ]);
}
