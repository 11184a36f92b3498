import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

interface Entry {
  /** Path below the folder. */
  path: string;
  /** Content of a file without the zeros at its end. */
  content?: Uint8Array;
  size?: number;
}

/** All files and folders below a folder, in one compressed file. */
export function packFolder(folder: string): Buffer {
  const known = new Map<string, Uint8Array>();
  // Equal files share one content: the template databases differ in little.
  const shared = (content: Buffer): Uint8Array => {
    const key = content.toString('latin1');
    if (!known.has(key)) known.set(key, content);
    return known.get(key)!;
  };
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((each): Entry => {
      const file = join(each.parentPath, each.name);
      const path = file.slice(folder.length + 1);
      if (each.isDirectory()) return { path };
      const whole = readFileSync(file);
      const end = whole.findLastIndex((byte) => byte !== 0) + 1;
      return { path, content: shared(whole.subarray(0, end)), size: whole.length };
    })
    // A folder comes before what is in it.
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return gzipSync(serialize(entries));
}

/** Writes what `packFolder` has read. */
export function unpackFolder(archive: Uint8Array, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, content, size } of deserialize(gunzipSync(archive)) as Entry[]) {
    const target = join(folder, path);
    if (content === undefined) {
      mkdirSync(target, { recursive: true });
      continue;
    }
    writeFileSync(target, content);
    if (size !== content.length) truncateSync(target, size);
  }
}
