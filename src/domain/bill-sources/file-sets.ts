import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ImportError } from '../ingest/import-error.js';
import { type Manifest, manifestOf } from '../ingest/manifest.js';
import type { OfferedFile } from '../ingest/open-files.js';
import type { Place, PlacedObject } from './place.js';

/** Files that are imported as one. */
export interface FoundSet {
  /** Where in the place it lies; stays the same from version to version. */
  key: string;
  /** Differs between versions of the set. */
  mark: string;
  /** What says which files belong, where there is such a thing. */
  manifest?: PlacedObject;
  objects: PlacedObject[];
}

/** A set on this machine, ready to be imported. */
export interface FetchedSet {
  files: OfferedFile[];
  reportName?: string;
  sourceVersion?: string;
}

/**
 * The sets in a place. Providers file their deliveries by period; in each period the newest manifest
 * counts, or the newest run where there are no manifests. In a place without either, the files of a
 * folder are one set, because only together they replace what a folder held before.
 */
export function findSets(objects: readonly PlacedObject[]): FoundSet[] {
  const visible = objects.filter(({ key }) => !/(^|\/)[._]/.test(key) && !key.endsWith('/'));
  const manifests = visible.filter(({ key }) => /manifest\.json$/i.test(key));
  const byPeriod = groups(manifests, ({ key }) => periodOf(key) ?? folderOf(key));
  if (byPeriod.size > 0) {
    return [...byPeriod].map(([key, found]) => {
      const manifest = newestManifest(found);
      return { key, mark: `${manifest.key} ${manifest.mark}`, manifest, objects: visible };
    });
  }
  return [...groups(visible, ({ key }) => periodOf(key) ?? folderOf(key))].map(([key, found]) => {
    const own = newestRun(key, found);
    return { key, mark: markOf(own), objects: own };
  });
}

/** `…/20240101-20240201` of Azure and AWS, `…/BILLING_PERIOD=2024-01` of AWS exports. */
function periodOf(key: string): string | undefined {
  return /^(?:.*\/)?(?:\d{8}-\d{8}|BILLING_PERIOD=\d{4}-\d{2})(?=\/)/.exec(key)?.[0];
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

function groups(
  objects: readonly PlacedObject[],
  keyOf: (object: PlacedObject) => string,
): Map<string, PlacedObject[]> {
  const found = new Map<string, PlacedObject[]>();
  for (const object of objects) {
    const key = keyOf(object);
    found.set(key, [...(found.get(key) ?? []), object]);
  }
  return found;
}

/** AWS repeats the manifest of each assembly below the one that counts; Azure has one a run. */
function newestManifest(manifests: readonly PlacedObject[]): PlacedObject {
  const depth = ({ key }: PlacedObject) => key.split('/').length;
  return manifests.toSorted(
    (a, b) =>
      depth(a) - depth(b) || b.modified.localeCompare(a.modified) || b.key.localeCompare(a.key),
  )[0]!;
}

/** Below a period every run has a folder of its own; files that lie in none belong together. */
function newestRun(key: string, objects: PlacedObject[]): PlacedObject[] {
  if (periodOf(`${key}/`) !== key) return objects;
  const runs = groups(objects, (object) =>
    object.key
      .slice(key.length + 1)
      .split('/')
      .slice(0, -1)
      .join('/'),
  );
  const newest = (run: PlacedObject[]) =>
    run
      .map(({ modified }) => modified)
      .toSorted()
      .at(-1)!;
  return [...runs.entries()].toSorted(
    ([nameA, a], [nameB, b]) => newest(b).localeCompare(newest(a)) || nameB.localeCompare(nameA),
  )[0]![1];
}

function markOf(objects: readonly PlacedObject[]): string {
  const hash = createHash('sha256');
  for (const { key, mark } of objects) hash.update(`${key}\n${mark}\n`);
  return hash.digest('hex');
}

/** Brings a set to this machine; undefined when its manifest turns out to be none. */
export async function fetchSet(
  place: Place,
  set: FoundSet,
  folder: string,
  signal?: AbortSignal,
): Promise<FetchedSet | undefined> {
  const fetchAll = async (objects: readonly PlacedObject[]) => {
    const files: OfferedFile[] = [];
    for (const object of objects) {
      files.push({ name: object.key, path: await place.fetch(object, folder, signal) });
    }
    return files;
  };
  if (!set.manifest) return { files: await fetchAll(set.objects) };
  const manifest = await readManifest(place, set.manifest, folder, signal);
  if (!manifest) return undefined;
  return {
    files: await fetchAll(listedObjects(manifest, set.objects)),
    reportName: manifest.reportName,
    sourceVersion: manifest.version || set.manifest.modified,
  };
}

async function readManifest(
  place: Place,
  object: PlacedObject,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Manifest | undefined> {
  try {
    const path = await place.fetch(object, folder, signal);
    return manifestOf(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ImportError(`The manifest ${object.key} is not valid JSON.`, [], { cause: error });
  }
}

/** Every listed file must be there, in the size the manifest gives where it gives one. */
function listedObjects(manifest: Manifest, objects: readonly PlacedObject[]): PlacedObject[] {
  return manifest.files.map(({ key, bytes }) => {
    const object = bestMatch(key, objects);
    if (!object) throw new ImportError(`${key} is in the manifest but not there.`);
    if (bytes !== undefined && object.bytes !== bytes) {
      throw new ImportError(`${key} has another size than its manifest says.`);
    }
    return object;
  });
}

/** Keys in manifests start at the bucket, ours wherever the copy starts: the longest common ending tells. */
function bestMatch(key: string, objects: readonly PlacedObject[]): PlacedObject | undefined {
  const segments = key.split('/');
  for (let from = 0; from < segments.length; from += 1) {
    const ending = `/${segments.slice(from).join('/')}`;
    const found = objects.find((object) => `/${object.key}`.endsWith(ending));
    if (found) return found;
  }
  return undefined;
}
