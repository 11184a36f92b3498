// Each step of the benchmark is a process of its own, so that its peak memory is its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';

/** Runs a step; what it answers is the last line it prints. */
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
      else reject(new Error(`${file} ${args.join(' ')} ended with ${status}`));
    });
  });
}

/** Answers the parent. */
export const answer = (figures) => console.log(JSON.stringify(figures));

/** The engine alone, without Farthing. */
export const openEngine = (path) => createClient({ connection: createChdbConnection({ path }) });

/** Most memory this process ever held, in MB. */
export const peakMegabytes = () => Math.round(process.resourceUsage().maxRSS / 1024);

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Wall-clock and processor milliseconds; the latter hardly notice what else the machine does. */
export async function timed(work) {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - started, cpu: (user + system) / 1000, result };
}
