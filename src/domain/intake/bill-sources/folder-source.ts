import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ImportError } from '../ingest/index.js';
import type { BillSource, SourceObject } from './bill-source.js';

/** A local folder. Symbolic links are not followed, so that nothing outside the folder is read. */
export class FolderSource implements BillSource {
  constructor(readonly folder: string) {}

  async *list(): AsyncGenerator<SourceObject> {
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
      const modifiedAt = mtime.toISOString();
      yield {
        key: relative(this.folder, path).split(sep).join('/'),
        bytes: size,
        modifiedAt,
        etag: `${modifiedAt} ${size}`,
      };
    }
  }

  async fetch({ key }: SourceObject): Promise<string> {
    return join(this.folder, key);
  }
}
