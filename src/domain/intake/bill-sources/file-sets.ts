import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { ImportError, type InputFile } from '../ingest/index.js';
import type { BillSource, SourceObject } from './bill-source.js';
import { type Manifest, parseManifest } from './manifest.js';

/** Files in a source that are imported together. */
export interface FileSet {
  /** Path inside the source; the same for all versions of the set. */
  key: string;
  /** Changes when any file of the set changes. */
  version: string;
  /** The manifest that lists the files, if the source has manifests. */
  manifest?: SourceObject;
  objects: SourceObject[];
  /** The source has manifests, and this file is in none of them: it is read only if it is a data file. */
  isUnlisted?: boolean;
}

/** A set on this machine, ready to be imported. */
export interface FetchedSet {
  files: InputFile[];
  reportName?: string;
  sourceVersion?: string;
  /** First day of the month that a manifest lists all files of. */
  billingPeriod?: string;
}

const maxManifestBytes = 32 * 1024 * 1024;

/**
 * Finds the file sets in a listing. Providers deliver by billing period; in each period the newest
 * manifest applies, or the newest run if there are no manifests. Without either, all files of a
 * folder are one set, because only together do they replace what the folder held before.
 */
export function findFileSets(objects: readonly SourceObject[]): FileSet[] {
  const visible = objects.filter(({ key }) => isVisible(key));
  const manifests = visible.filter(({ key }) => manifestName.test(key));
  const manifestsByPeriod = groupBy(manifests, ({ key }) => periodOf(key) ?? folderOf(key));
  if (manifestsByPeriod.size > 0) {
    return [...manifestsByPeriod].map(([key, candidates]) => {
      const manifest = newestManifest(candidates);
      return { key, version: `${manifest.key} ${manifest.etag}`, manifest, objects: visible };
    });
  }
  return [...groupBy(visible, ({ key }) => periodOf(key) ?? folderOf(key))].map(([key, found]) => {
    const members = newestRun(key, found);
    return { key, version: versionOf(members), objects: members };
  });
}

/**
 * Finds what lies beside the bills in a source with manifests, each file as a set of its own: folders of
 * a billing period or a partition hold bills, those of earlier runs included.
 */
export function findUnlistedFiles(objects: readonly SourceObject[]): FileSet[] {
  const hasManifests = objects.some(({ key }) => manifestName.test(key));
  if (!hasManifests) return [];
  return objects
    .filter(({ key }) => isVisible(key) && !manifestName.test(key))
    .filter(({ key }) => periodOf(key) === undefined && !partitionFolder.test(key))
    .map((object) => ({
      key: `file ${object.key}`,
      version: versionOf([object]),
      objects: [object],
      isUnlisted: true,
    }));
}

const manifestName = /manifest\.json$/i;
const partitionFolder = /(^|\/)year=\d{4}\/month=\d{1,2}\//;
const isVisible = (key: string) => !/(^|\/)[._]/.test(key) && !key.endsWith('/');

/** The path up to `…/20240101-20240201` (Azure, AWS CUR) or `…/BILLING_PERIOD=2024-01` (AWS Data Exports). */
function periodOf(key: string): string | undefined {
  return /^(?:.*\/)?(?:\d{8}-\d{8}|BILLING_PERIOD=\d{4}-\d{2})(?=\/)/.exec(key)?.[0];
}

/** First day of the billing period that a path ends with, if it is a month. */
function firstDayOf(path: string): string | undefined {
  const [, year, month] =
    /(?:^|\/)(?:BILLING_PERIOD=)?(\d{4})-?(\d{2})(?:01-\d{8})?$/.exec(path) ?? [];
  return year === undefined ? undefined : `${year}-${month}-01`;
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

function groupBy(
  objects: readonly SourceObject[],
  keyOf: (object: SourceObject) => string,
): Map<string, SourceObject[]> {
  const groups = new Map<string, SourceObject[]>();
  for (const object of objects) {
    const key = keyOf(object);
    groups.set(key, [...(groups.get(key) ?? []), object]);
  }
  return groups;
}

/** AWS keeps a copy of each assembly's manifest in a folder below the current one; Azure has one manifest per run. */
function newestManifest(manifests: readonly SourceObject[]): SourceObject {
  const depth = ({ key }: SourceObject) => key.split('/').length;
  return manifests.toSorted(
    (a, b) =>
      depth(a) - depth(b) || b.modifiedAt.localeCompare(a.modifiedAt) || b.key.localeCompare(a.key),
  )[0]!;
}

/** Each run of a period has its own folder; files directly in the period's folder count as one run. */
function newestRun(key: string, objects: SourceObject[]): SourceObject[] {
  if (periodOf(`${key}/`) !== key) return objects;
  const runs = groupBy(objects, (object) =>
    object.key
      .slice(key.length + 1)
      .split('/')
      .slice(0, -1)
      .join('/'),
  );
  const lastModified = (run: SourceObject[]) =>
    run
      .map(({ modifiedAt }) => modifiedAt)
      .toSorted()
      .at(-1)!;
  return [...runs.entries()].toSorted(
    ([nameA, a], [nameB, b]) =>
      lastModified(b).localeCompare(lastModified(a)) || nameB.localeCompare(nameA),
  )[0]![1];
}

/** Changes when any of the objects changes. */
export function versionOf(objects: readonly SourceObject[]): string {
  const hash = createHash('sha256');
  for (const { key, etag } of objects) hash.update(`${key}\n${etag}\n`);
  return hash.digest('hex');
}

/** Fetches the files of a set; returns undefined if its manifest is of no known kind. */
export async function fetchFileSet(
  source: BillSource,
  set: FileSet,
  folder: string,
  signal?: AbortSignal,
): Promise<FetchedSet | undefined> {
  const fetchAll = async (objects: readonly SourceObject[]) => {
    const files: InputFile[] = [];
    for (const object of objects) {
      files.push({ name: object.key, path: await source.fetch(object, folder, signal) });
    }
    return files;
  };
  if (!set.manifest) return { files: await fetchAll(set.objects) };
  const manifest = await readManifest(source, set.manifest, folder, signal);
  if (!manifest) return undefined;
  return {
    files: await fetchAll(listedObjects(manifest, set.objects)),
    reportName: manifest.reportName,
    sourceVersion: manifest.version || set.manifest.modifiedAt,
    billingPeriod: firstDayOf(set.key),
  };
}

async function readManifest(
  source: BillSource,
  object: SourceObject,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Manifest | undefined> {
  try {
    const path = await source.fetch(object, folder, signal);
    if ((await stat(path)).size > maxManifestBytes) {
      throw new ImportError(`The manifest ${object.key} is larger than any manifest of bills.`);
    }
    return parseManifest(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ImportError(`The manifest ${object.key} is not valid JSON.`, [], { cause: error });
  }
}

/** Every file in the manifest must exist and have the size that the manifest states, if any. */
function listedObjects(manifest: Manifest, objects: readonly SourceObject[]): SourceObject[] {
  return manifest.files.map(({ key, bytes }) => {
    const object = findObject(key, objects);
    if (!object) throw new ImportError(`${key} is listed in the manifest but missing.`);
    if (bytes !== undefined && object.bytes !== bytes) {
      throw new ImportError(`The size of ${key} differs from the size in the manifest.`);
    }
    return object;
  });
}

/** Manifest keys start at the root of the bucket, object keys at the root of the source: the longest common suffix matches. */
function findObject(key: string, objects: readonly SourceObject[]): SourceObject | undefined {
  const segments = key.split('/');
  for (let from = 0; from < segments.length; from += 1) {
    const suffix = `/${segments.slice(from).join('/')}`;
    const found = objects.find((object) => `/${object.key}`.endsWith(suffix));
    if (found) return found;
  }
  return undefined;
}
