import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { type FetchedSet, fetchSet, findSets } from '../domain/bill-sources/file-sets.js';
import { type OwnAccess, openAddress } from '../domain/bill-sources/location.js';
import { listAll } from '../domain/bill-sources/place.js';
import { type Print, UsageError } from './command.js';

interface Surroundings {
  cwd: string;
  /** For copies of what does not lie on this machine. */
  folder: string;
  own: OwnAccess;
  passing: Print;
  signal?: AbortSignal;
}

/**
 * The sets of files behind paths and addresses. Files named one by one belong together, as the parts
 * of one bill; a folder or bucket may hold several bills.
 */
export async function collectSets(
  named: readonly string[],
  surroundings: Surroundings,
): Promise<FetchedSet[]> {
  const files: FetchedSet['files'] = [];
  const sets: FetchedSet[] = [];
  for (const name of named) {
    const path = /^\w+:\/\//.test(name) || isAbsolute(name) ? name : join(surroundings.cwd, name);
    if (await isFile(path)) files.push({ name: basename(path), path });
    else sets.push(...(await setsIn(path, surroundings)));
  }
  return files.length > 0 ? [{ files }, ...sets] : sets;
}

async function isFile(path: string): Promise<boolean> {
  if (/^\w+:\/\//.test(path)) return false;
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file or folder ${path}.`);
  return found.isFile();
}

async function setsIn(
  address: string,
  { own, folder, passing, signal }: Surroundings,
): Promise<FetchedSet[]> {
  const place = await openAddress(address, own);
  const sets: FetchedSet[] = [];
  const found = findSets(await listAll(place));
  for (const [index, set] of found.entries()) {
    passing(`Fetching ${index + 1} of ${found.length}: ${set.key || address}`);
    const fetched = await fetchSet(place, set, folder, signal);
    if (fetched) sets.push(fetched);
  }
  if (sets.length === 0) throw new UsageError(`There is nothing to import in ${address}.`);
  return sets;
}
