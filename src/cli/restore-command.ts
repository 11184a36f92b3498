import { checkBackup, restoreBackup } from '../domain/installation/backups/index.js';
import { allJobs } from '../domain/jobs.js';
import type { Config } from '../platform/config.js';
import { backupProgressLine, onlyArgument, passphraseOf } from './backup-command.js';
import type { CommandEnvironment, CommandHelp } from './command.js';
import { parseArguments, printFailures } from './commands.js';

/** Restores without opening the installation, because that would make an empty one a new one. */
export const restoreCommand = {
  name: 'restore',
  usage: 'restore SOURCE [--check] [--moment TIME] [--passphrase-file FILE]',
  summary:
    'Restore a backup into an empty installation; --check only verifies it, --moment chooses one by how its time begins',
  options: {
    check: { type: 'boolean' },
    moment: { type: 'string' },
    'passphrase-file': { type: 'string' },
  },
} as const satisfies CommandHelp & { options: object };

/** Runs the command, and returns the exit status. */
export function runRestore(
  config: Config,
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const { print, showProgress, cwd } = environment;
  return printFailures(restoreCommand, environment, async () => {
    const { flags, positionals } = parseArguments(restoreCommand, args);
    const request = {
      location: onlyArgument(positionals, 'SOURCE'),
      cwd,
      env: process.env,
      passphrase: passphraseOf(flags, cwd) ?? config.backupPassphrase,
      moment: flags['moment'] === undefined ? undefined : String(flags['moment']),
      onProgress: (progress: Parameters<typeof backupProgressLine>[0]) =>
        showProgress(backupProgressLine(progress)),
    };
    if (flags['check']) {
      const { moment, version } = await checkBackup(request);
      print(`The backup of ${moment} (version ${version}) is complete and undamaged.`);
      return;
    }
    const installation = { config, env: process.env, jobs: allJobs };
    const { moment } = await restoreBackup(installation, request);
    print(`Restored the backup of ${moment}. Start the server with the same settings.`);
  });
}
