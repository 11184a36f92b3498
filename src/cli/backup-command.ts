import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import {
  type BackupProgress,
  type BackupResult,
  createBackup,
} from '../domain/installation/backups/index.js';
import { type Command, CommandFailure, UsageError } from './command.js';
import { sizeText } from './progress-line.js';

export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup TARGET [--passphrase-file FILE]',
  summary: 'Copy the whole installation to a folder, an s3:// bucket or a .tar file',
  options: { 'passphrase-file': { type: 'string' } },
  run: async ({ app, positionals, flags, cwd, signal, print, showProgress }) => {
    const location = onlyArgument(positionals, 'TARGET');
    const started = performance.now();
    const result = await createBackup(
      { ...app, env: process.env },
      {
        location,
        cwd,
        passphrase: passphraseOf(flags, cwd) ?? app.services.config.backupPassphrase,
        onProgress: (progress) => showProgress(backupProgressLine(progress)),
        signal,
      },
    );
    print(resultLine(result, (performance.now() - started) / 1000));
  },
};

function resultLine({ manifest, bytesWritten }: BackupResult, seconds: number): string {
  const { moment, tables, units, files } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en-US');
  const loads = units.filter(({ kind }) => kind === 'load').length.toLocaleString('en-US');
  return (
    `Backup of ${moment}: ${rows} rows of objects, ${loads} loads, ` +
    `${files.length.toLocaleString('en-US')} files; ${sizeText(bytesWritten)} written in ${seconds.toFixed(1)} s.`
  );
}

/** The only argument of a command. */
export function onlyArgument([argument, ...more]: readonly string[], name: string): string {
  if (argument === undefined || more.length > 0) throw new UsageError(`Specify one ${name}.`);
  return argument;
}

/** The passphrase in the file that a flag names, as the caller sees it. */
export function passphraseOf(
  { 'passphrase-file': file }: Record<string, string | boolean | undefined>,
  cwd: string,
): string | undefined {
  if (file === undefined) return undefined;
  const path = resolve(cwd, String(file));
  const passphrase = readText(path).replace(/\r?\n$/, '');
  if (passphrase === '') throw new CommandFailure(`The passphrase file ${path} is empty.`);
  return passphrase;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`The passphrase file ${path} cannot be read (${code}).`);
  }
}

const steps: Record<BackupProgress['step'], [label: string, unit: string]> = {
  objects: ['Objects', 'tables'],
  costs: ['Costs', 'loads, price lists and days of flows'],
  files: ['Files', 'files'],
  verify: ['Verifying', 'tables, loads and files'],
};

/** `Costs: 12 of 130 loads, price lists and days of flows  1.2 GB` */
export function backupProgressLine({ step, done, total, bytes }: BackupProgress): string {
  const [label, unit] = steps[step];
  const count = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${unit}`;
  return `${label}: ${count}${bytes > 0 ? `  ${sizeText(bytes)}` : ''}`;
}
