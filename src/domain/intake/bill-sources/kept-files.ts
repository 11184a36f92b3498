import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BillSource, SourceObject } from './bill-source.js';

/** What nobody has touched for so long belongs to no integration any more. */
const keptDays = 7;

/**
 * A source whose files are kept on this machine from when they are fetched until they are imported, so that a check
 * that was interrupted fetches only the files that are missing.
 */
export class KeptFiles implements BillSource {
  constructor(
    readonly source: BillSource,
    readonly folder: string,
  ) {}

  list(): AsyncIterable<SourceObject> {
    return this.source.list();
  }

  async fetch(object: SourceObject, folder: string, signal?: AbortSignal): Promise<string> {
    const kept = this.#pathOf(object);
    if (await hasSize(kept, object.bytes)) return kept;
    const fetched = await this.source.fetch(object, folder, signal);
    // Files of a local folder are read where they are.
    if (dirname(fetched) !== folder) return fetched;
    await mkdir(this.folder, { recursive: true });
    await rename(fetched, kept);
    return kept;
  }

  async drop(objects: readonly SourceObject[]): Promise<void> {
    for (const object of objects) await rm(this.#pathOf(object), { force: true });
  }

  async dropAll(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A new version of a file has another name. */
  #pathOf({ key, etag }: SourceObject): string {
    return join(this.folder, createHash('sha256').update(`${key}\n${etag}`).digest('hex'));
  }
}

const hasSize = (path: string, bytes: number) =>
  stat(path).then(
    ({ size }) => size === bytes,
    () => false,
  );

/** Removes what integrations that were deleted or disconnected have left. */
export async function removeForgottenFiles(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const modified = await stat(path).catch(() => undefined);
    const isForgotten = modified && now - modified.mtimeMs > keptDays * 86_400_000;
    if (isForgotten) await rm(path, { recursive: true, force: true });
  }
}
