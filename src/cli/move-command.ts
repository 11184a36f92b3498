import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApp } from '../app.js';
import { moveInstallation } from '../domain/installation/backups/index.js';
import { allJobs } from '../domain/jobs.js';
import { type Config, ConfigError, readConfig, readFileVariables } from '../platform/config.js';
import { createLog } from '../platform/lib/log.js';
import { backupProgressLine } from './backup-command.js';
import { type CommandEnvironment, type CommandHelp, UsageError } from './command.js';
import { parseArguments, printFailures } from './commands.js';

/** Moves without a server: what it changed after the moment would be lost. */
export const moveCommand = {
  name: 'move',
  usage: 'move --to SETTINGS_FILE',
  summary:
    'Copy the installation, whose servers are stopped, to the empty stores that a file of settings names',
  options: { to: { type: 'string' } },
} as const satisfies CommandHelp & { options: object };

/** Runs the command, and returns the exit status. */
export function runMove(
  config: Config,
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const { print, showProgress, cwd } = environment;
  return printFailures(moveCommand, environment, async () => {
    const { flags, positionals } = parseArguments(moveCommand, args);
    if (flags['to'] === undefined || positionals.length > 0) {
      throw new UsageError('Specify the settings of the new installation with --to.');
    }
    const file = resolve(cwd, String(flags['to']));
    const settings = readSettings(file);
    readFileVariables(settings);
    // The keys of a bucket may be those of this process.
    const target = { config: readConfig(settings), env: { ...process.env, ...settings } };
    const app = await openApp({ config, log: createLog('error', config.logFormat) });
    try {
      const { units, tables } = await moveInstallation(
        app,
        { ...target, jobs: allJobs },
        (progress) => showProgress(backupProgressLine(progress)),
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en-US');
      const loads = units.filter(({ kind }) => kind === 'load').length.toLocaleString('en-US');
      print(`Moved ${rows} rows of objects and ${loads} loads; all totals are equal.`);
      print(`Start the server with the settings in ${file}.`);
    } finally {
      await app.close();
    }
  });
}

/** Reads lines such as `DATABASE_URL=…`, as container runtimes and systemd do. */
function readSettings(path: string): Record<string, string> {
  const lines = readLines(path).filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [name, value] = line.split(/=(.*)/s, 2);
      if (value === undefined) throw new ConfigError(`${path} has a line without "=": ${name}.`);
      return [name!, value];
    }),
  );
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`The settings file ${path} cannot be read (${code}).`);
  }
}
