import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const go = ['/usr/local/go/bin/go', '/usr/bin/go'].find((path) => existsSync(path));

/** Whether a program can be started. */
export const hasProgram = (name: string): boolean =>
  spawnSync('which', [name], { stdio: 'ignore' }).status === 0;

/** The folder of a Go module, which may hold schemas that are published nowhere else; undefined if it cannot be had. */
export async function goModule(name: string): Promise<string | undefined> {
  if (!go) return undefined;
  const downloading = promisify(execFile)(go, ['mod', 'download', '-json', name], {
    cwd: '/',
    timeout: 300_000,
  });
  const output = await downloading.catch(() => undefined);
  return output && (JSON.parse(output.stdout) as { Dir: string }).Dir;
}

/** Runs a program; returns its output. */
export const output = (program: string, args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
