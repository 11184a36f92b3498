#!/usr/bin/env node
import { openApp } from './app.js';
import { commands, findCommand, runCommand } from './cli/commands.js';
import { runInServer } from './cli/control-socket.js';
import { remoteImport } from './cli/remote-import.js';
import { firstOwnerLines, serve } from './cli/serve.js';
import { tableLines } from './cli/table.js';
import { openTerminal } from './cli/terminal.js';
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
import { FolderInUse } from './platform/store/lock.js';
import { version } from './platform/version.js';

const terminal = openTerminal();
const { print } = terminal;
const fail = (line: string) => void process.stderr.write(`${line}\n`);

const settingFlags = Object.values(settings).flatMap((each) => ('flag' in each ? [each.flag] : []));

/** Takes the flags of settings (`--port 80`, `--port=80`) out of the arguments. */
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
  const [word] = rest;
  if (word === undefined || word === 'help' || rest.includes('--help')) return help();
  if (word === 'version' || word === '--version') return shown([version]);
  const config = readConfig(process.env, flags);
  if (word === 'config') return shown(describeConfig(config));
  if (word === 'routes') return routes();
  if (word === 'serve') {
    const unknown = rest.slice(1).find((flag) => flag !== '--demo');
    if (unknown) throw new ConfigError(`serve does not know ${unknown}.`);
    await serve(config, { demo: rest.includes('--demo') });
    return 0;
  }
  if (!findCommand(rest)) {
    fail(`There is no command "${rest.slice(0, 2).join(' ')}"; "farthing help" lists them.`);
    return 2;
  }
  return runHereOrThere(config, rest);
}

/** In the server that the environment names or that runs here, else on the data folder itself. */
async function runHereOrThere(config: Config, args: string[]): Promise<number> {
  const { FARTHING_URL: url, FARTHING_TOKEN: token } = process.env;
  if (args[0] === 'import' && url && token) return remoteImport({ url, token }, args, terminal);
  const status = await runInServer(config.data, args, terminal);
  if (status !== undefined) return status;
  const app = await openApp({ config, log: createLog('error') });
  try {
    // Beside what the command prints, which may be read by a program.
    for (const line of firstOwnerLines(app)) fail(line);
    return await runCommand(app, args, { ...terminal, cwd: process.cwd() });
  } finally {
    await app.close();
  }
}

function shown(lines: string[]): number {
  for (const line of lines) print(line);
  return 0;
}

function routes(): number {
  const rows = allOperations({ openDescription: false }).map((each) => [
    each.method,
    each.path,
    each.id,
  ]);
  return shown(tableLines(['METHOD', 'PATH', 'OPERATION'], rows));
}

function help(): number {
  const own = [
    ['serve [--demo]', 'Run the server; with --demo, on a made-up company'],
    ['config', 'Show every setting and its value'],
    ['routes', 'List the operations of the API'],
    ...commands.map((command) => [command.usage, command.summary]),
    ['version', 'Show the version'],
  ];
  return shown([
    'Usage: farthing COMMAND',
    '',
    ...tableLines(['COMMAND', 'WHAT IT DOES'], own),
    '',
    `Settings as flags: ${settingFlags.map((flag) => `--${flag}`).join(' ')}; all others are environment variables.`,
  ]);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected =
    error instanceof ConfigError || error instanceof FolderInUse || isStoreOutage(error);
  const { message, stack = String(error) } = error as Error;
  fail(isExpected ? message : `Farthing could not go on: ${stack}`);
  process.exitCode = 1;
}
