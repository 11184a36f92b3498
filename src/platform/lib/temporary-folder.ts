import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs work in a new folder under `parent`, which is created if needed, and deletes the folder afterwards. */
export async function withTemporaryFolder<Result>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
