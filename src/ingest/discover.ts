import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { ImportError } from './import-error.js';
import { manifestOf, type Manifest } from './manifest.js';
import type { OfferedFile } from './open-files.js';

/** A set of files that is imported as one, and what its manifest says of it. */
export interface FileSet {
  files: OfferedFile[];
  reportName?: string;
  sourceVersion?: string;
}

/**
 * The files behind a path: the file itself, or what a folder holds. Where a folder has a manifest,
 * the newest one alone decides which files belong.
 */
export async function discover(path: string): Promise<FileSet> {
  if ((await stat(path)).isFile()) return { files: [{ name: basename(path), path }] };
  const paths = await filesUnder(path);
  const manifests = (
    await Promise.all(paths.filter(mayBeManifest).map((file) => readManifest(file)))
  ).filter((manifest) => manifest !== undefined);
  const newest = manifests.toSorted((a, b) => a.version.localeCompare(b.version)).at(-1);
  if (newest !== undefined) return listed(newest, path, paths);
  const files = paths.filter((file) => !mayBeManifest(file) && !basename(file).startsWith('.'));
  if (files.length === 0) throw new ImportError('The folder holds no files.');
  return { files: files.map((file) => ({ name: relative(path, file), path: file })) };
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function mayBeManifest(path: string): boolean {
  return /manifest\.json$/i.test(path);
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    return manifestOf(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new ImportError(`The manifest ${basename(path)} is not valid JSON.`, [], {
      cause: error,
    });
  }
}

/** Every listed file must be there, in the size the manifest gives where it gives one. */
async function listed(manifest: Manifest, folder: string, paths: string[]): Promise<FileSet> {
  const files = await Promise.all(
    manifest.files.map(async ({ key, bytes }) => {
      const path = bestMatch(key, paths);
      if (path === undefined) throw new ImportError(`${key} is in the manifest but not there.`);
      if (bytes !== undefined && (await stat(path)).size !== bytes) {
        throw new ImportError(`${key} has another size than its manifest says.`);
      }
      return { name: relative(folder, path), path };
    }),
  );
  return { files, reportName: manifest.reportName, sourceVersion: manifest.version };
}

/** Keys start at the bucket, paths at the folder: the longest common ending tells the file. */
function bestMatch(key: string, paths: readonly string[]): string | undefined {
  const segments = key.split('/');
  for (let from = 0; from < segments.length; from += 1) {
    const ending = `/${segments.slice(from).join('/')}`;
    const found = paths.find((path) => path.endsWith(ending));
    if (found !== undefined) return found;
  }
  return undefined;
}
