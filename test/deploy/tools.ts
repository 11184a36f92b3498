import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const go = ['/usr/local/go/bin/go', '/usr/bin/go'].find((path) => existsSync(path));

/** Whether a program can be started. */
export const hasProgram = (name: string): boolean =>
  spawnSync('which', [name], { stdio: 'ignore' }).status === 0;

/** The folder of a Go module, which may hold schemas that are published nowhere else; undefined if it cannot be had. */
export function goModule(name: string): string | undefined {
  if (!go) return undefined;
  const args = ['mod', 'download', '-json', name];
  const { status, stdout } = spawnSync(go, args, { cwd: '/', encoding: 'utf8', timeout: 300_000 });
  return status === 0 ? (JSON.parse(stdout) as { Dir: string }).Dir : undefined;
}

/** Runs a program; returns its output. */
export const output = (program: string, args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
