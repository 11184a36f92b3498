import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ImportError } from '../ingest/import-error.js';
import type { Place, PlacedObject } from './place.js';

/** A folder of this machine. Links are not followed, so that nothing outside it is read. */
export class FolderPlace implements Place {
  constructor(readonly folder: string) {}

  async *list(): AsyncGenerator<PlacedObject> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        throw new ImportError(`The folder ${this.folder} cannot be read.`, [], { cause: error });
      },
    );
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    for (const path of paths) {
      const { size, mtime } = await stat(path);
      const modified = mtime.toISOString();
      yield {
        key: relative(this.folder, path).split(sep).join('/'),
        bytes: size,
        modified,
        mark: `${modified} ${size}`,
      };
    }
  }

  async fetch({ key }: PlacedObject): Promise<string> {
    return join(this.folder, key);
  }
}
