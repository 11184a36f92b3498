import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a restore writes the embedded stores before they become those of the data folder. */
export const restoringFolder = (data: string) => join(data, 'restoring');

const mark = 'complete';

/** Says that everything in the folder is there, so that the switch may be completed by whoever opens the stores. */
export async function markRestored(data: string): Promise<void> {
  await writeFile(join(restoringFolder(data), mark), 'The folders beside this file are restored.', {
    flush: true,
  });
}

/** Completes a restore that has ended, and removes what another one left that has not. The caller has the lock. */
export async function finishRestore(data: string): Promise<void> {
  const folder = restoringFolder(data);
  if (!existsSync(folder)) return;
  if (existsSync(join(folder, mark))) {
    const names = (await readdir(folder)).filter((name) => name !== mark);
    for (const name of names) await rename(join(folder, name), join(data, name));
  }
  await rm(folder, { recursive: true, force: true });
}
