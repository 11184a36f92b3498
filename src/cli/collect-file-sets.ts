import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import {
  listObjects,
  type FetchedSet,
  fetchFileSet,
  findFileSets,
  type Environment,
  openPathOrUrl,
} from '../domain/intake/bill-sources/index.js';
import { type Print, UsageError } from './command.js';

interface CollectEnvironment extends Environment {
  cwd: string;
  /** Remote files are downloaded into this folder. */
  folder: string;
  showProgress: Print;
  signal?: AbortSignal;
}

/**
 * Collects the file sets at paths and URLs. Files that are named individually form one set, as parts
 * of one bill; a folder or bucket may contain several sets.
 */
export async function collectFileSets(
  pathsAndUrls: readonly string[],
  environment: CollectEnvironment,
): Promise<FetchedSet[]> {
  const files: FetchedSet['files'] = [];
  const sets: FetchedSet[] = [];
  for (const name of pathsAndUrls) {
    const path = isUrl(name) || isAbsolute(name) ? name : join(environment.cwd, name);
    if (await isFile(path)) files.push({ name: basename(path), path });
    else sets.push(...(await fetchSets(path, environment)));
  }
  return files.length > 0 ? [{ files }, ...sets] : sets;
}

const isUrl = (text: string) => /^\w+:\/\//.test(text);

async function isFile(path: string): Promise<boolean> {
  if (isUrl(path)) return false;
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`The file or folder ${path} does not exist.`);
  return found.isFile();
}

async function fetchSets(
  pathOrUrl: string,
  environment: CollectEnvironment,
): Promise<FetchedSet[]> {
  const { folder, showProgress, signal } = environment;
  const source = await openPathOrUrl(pathOrUrl, environment);
  const sets: FetchedSet[] = [];
  const found = findFileSets(await listObjects(source));
  for (const [index, set] of found.entries()) {
    showProgress(`Fetching ${index + 1} of ${found.length}: ${set.key || pathOrUrl}`);
    const fetched = await fetchFileSet(source, set, folder, signal);
    if (fetched) sets.push(fetched);
  }
  if (sets.length === 0) throw new UsageError(`There is nothing to import in ${pathOrUrl}.`);
  return sets;
}
