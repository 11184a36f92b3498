import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('front.mjs', import.meta.url));

/** A running front. */
export interface Front {
  url: string;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
}

/** Starts the front in a folder; a second one in the same folder has the same tables. */
export async function startFront(folder: string, port = 0): Promise<Front> {
  const child = spawn(process.execPath, [script, folder, String(port)], {
    // Each running statement occupies a thread.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The front did not start.'))),
  ])) as [Buffer];
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { url: line.toString().trim(), kill };
}
