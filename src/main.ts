#!/usr/bin/env node
import { openApp } from './app.js';
import type { CommandHelp } from './cli/command.js';
import { commands, findCommand, runCommand } from './cli/commands.js';
import { runInServer } from './cli/control-socket.js';
import { isRemote, runRemote } from './cli/remote-command.js';
import { remoteImport } from './cli/remote-import.js';
import { firstOwnerLines, serve } from './cli/serve.js';
import { tableLines } from './cli/table.js';
import { openTerminal } from './cli/terminal.js';
import { retryWhileLocked } from './cli/wait-for-server.js';
import {
  type Config,
  ConfigError,
  describeConfig,
  readConfig,
  settings,
} from './platform/config.js';
import { createLog } from './platform/lib/log.js';
import { allOperations } from './operations.js';
import { isStoreOutage } from './platform/store/database.js';
import { FolderInUse } from './platform/store/lock-folder.js';
import { NewerSchema } from './platform/store/newer-schema.js';
import { version } from './platform/version.js';

// Whoever reads the output may close it early, as `head` does: nothing is left to do then.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

const terminal = openTerminal();
const { print } = terminal;
const printError = (line: string) => void process.stderr.write(`${line}\n`);

const settingFlags = Object.values(settings).flatMap((each) => ('flag' in each ? [each.flag] : []));

/** Separates the flags of settings (`--port 80`, `--port=80`) from the other arguments. */
function splitFlags(args: readonly string[]) {
  const flags: Record<string, string> = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name, inline] = args[index]!.replace(/^--/, '').split(/=(.*)/s, 2);
    const isSetting = args[index]!.startsWith('--') && settingFlags.includes(name);
    if (!isSetting) rest.push(args[index]!);
    else if (inline !== undefined) flags[name!] = inline;
    else flags[name!] = args[(index += 1)] ?? '';
  }
  return { flags, rest };
}

async function main(): Promise<number> {
  const { flags, rest } = splitFlags(process.argv.slice(2));
  const [commandName] = rest;
  if (commandName === undefined || commandName === 'help' || rest.includes('--help')) {
    return help(rest.filter((argument) => argument !== 'help' && argument !== '--help'));
  }
  if (commandName === 'version' || commandName === '--version') return printAll([version]);
  const config = readConfig(process.env, flags);
  if (commandName === 'config') return printAll(describeConfig(config));
  if (commandName === 'routes') return listRoutes();
  if (commandName === 'serve') {
    const unknown = rest.slice(1).find((flag) => !['--demo', '--adopt-stores'].includes(flag));
    if (unknown) throw new ConfigError(`Unknown option for serve: ${unknown}.`);
    await serve(config, {
      demo: rest.includes('--demo'),
      adoptsStores: rest.includes('--adopt-stores'),
    });
    return 0;
  }
  if (!findCommand(commands, rest)) {
    printError(
      `Unknown command "${rest.slice(0, 2).join(' ')}"; "farthing help" lists all commands.`,
    );
    return 2;
  }
  return runInstallationCommand(config, rest);
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
  return retryWhileLocked(() => runOnFolder(config, args), printError);
}

/** Runs a command in the server that runs on the data folder, else in this process. */
async function runOnFolder(config: Config, args: string[]): Promise<number> {
  const status = await runInServer(config.data, args, terminal, printError);
  if (status !== undefined) return status;
  const app = await openApp({ config, log: createLog('error') });
  try {
    for (const line of firstOwnerLines(app)) printError(line);
    return await runCommand(app, args, { ...terminal, printError, cwd: process.cwd() });
  } finally {
    await app.close();
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
    name: 'serve',
    usage: 'serve [--demo] [--adopt-stores]',
    summary:
      'Run the server; --demo fills an empty installation with a demo company, --adopt-stores replaces the servers that used the database with other stores',
  },
  { name: 'config', usage: 'config', summary: 'List all settings and their values' },
  { name: 'routes', usage: 'routes', summary: 'List all API operations' },
  { name: 'version', usage: 'version', summary: 'Print the version' },
];

/** Prints the help of the command that is named in the arguments, else the list of commands. */
function help(args: readonly string[]): number {
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

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof FolderInUse ||
    error instanceof NewerSchema ||
    isStoreOutage(error);
  const { message, stack = String(error) } = error as Error;
  printError(isExpected ? message : `Unexpected error: ${stack}`);
  process.exitCode = 1;
}
