// Each step of a benchmark runs in its own process, so that its peak memory is measured separately.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';

/** Runs a step in a child process; its result is the last line it prints. */
export function runStep(file, ...args) {
  return new Promise((resolve, reject) => {
    const step = spawn(process.execPath, [join(import.meta.dirname, file), ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    step.stdout.on('data', (chunk) => (output += chunk));
    step.on('error', reject);
    step.on('exit', (status) => {
      if (status === 0) resolve(JSON.parse(output.trim().split('\n').at(-1)));
      else reject(new Error(`${file} ${args.join(' ')} exited with ${status}`));
    });
  });
}

/** Passes the result of a step to the parent process. */
export const printResult = (figures) => console.log(JSON.stringify(figures));

/** chDB without Farthing. */
export const openEngine = (path) => createClient({ connection: createChdbConnection({ path }) });

/** Peak resident memory of this process in MB. */
export const peakMegabytes = () => Math.round(process.resourceUsage().maxRSS / 1024);

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Wall-clock and CPU milliseconds; the latter hardly depend on other load. */
export async function timed(work) {
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: performance.now() - started, cpu: (user + system) / 1000, result };
}
