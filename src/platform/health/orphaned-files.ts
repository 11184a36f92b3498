import { addSeconds } from '../lib/time.js';
import type { Db } from '../store/tables.js';
import { type Check, countOf, failed, firstOf, ok, warning } from './check.js';

/** Tells which stored files belong to a subject. */
export interface FileOwner {
  /** Those of some keys that something refers to. */
  findUsed(db: Db, keys: readonly string[]): Promise<Iterable<string>>;
  /** The keys of files that must exist. */
  findRequired?(db: Db, now: Date): Promise<string[]>;
}

/** A file is stored before the row that refers to it. */
const unfinishedSeconds = 3_600;
const maxFiles = 200_000;
const filesPerProgress = 1_000;

const sizeText = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Our own files, which belong to nobody: the identity of the store, and the probe of another check. */
const isOwn = (key: string) => key.startsWith('.');

/** Compares the file store with everything that refers to files. */
export const filesInUseCheck = (owners: readonly FileOwner[]): Check => ({
  name: 'orphaned-files',
  title: 'Orphaned files',
  readsMuch: true,
  readsTables: true,
  run: async ({ db, files, clock }, { isOver, onProgress }) => {
    const now = clock();
    const listed = new Set<string>();
    const settled = new Map<string, number>();
    // Read first: a file that is stored meanwhile is not missing.
    const required = (
      await Promise.all(owners.map(async (owner) => owner.findRequired?.(db, now) ?? []))
    ).flat();
    let isComplete = true;
    for await (const { key, bytes, modifiedAt } of files.list()) {
      if (isOwn(key)) continue;
      if (listed.size >= maxFiles || isOver()) {
        isComplete = false;
        break;
      }
      listed.add(key);
      if (listed.size % filesPerProgress === 0) onProgress(listed.size);
      if (modifiedAt < addSeconds(now, -unfinishedSeconds)) settled.set(key, bytes);
    }
    const missing = isComplete ? required.filter((key) => !listed.has(key)) : [];
    if (missing.length > 0) {
      return failed(
        `${countOf(missing.length, 'file')} that ${missing.length === 1 ? 'is' : 'are'} referred to ${missing.length === 1 ? 'does' : 'do'} not exist: ${firstOf(missing)}.`,
        'Restore the file store from the backup of the database, or generate these invoices and exports again.',
      );
    }
    const keys = [...settled.keys()];
    for (const owner of owners)
      for (const key of await owner.findUsed(db, keys)) settled.delete(key);
    if (settled.size > 0) {
      const bytes = [...settled.values()].reduce((sum, each) => sum + each, 0);
      return warning(
        `Nothing refers to ${countOf(settled.size, 'file')} (${sizeText(bytes)}): ${firstOf([...settled.keys()])}.`,
        'Nobody can reach them; delete them from the file store to free their space.',
      );
    }
    if (listed.size === 0) return ok('There are no stored files.');
    const scope = isComplete ? '' : 'the first ';
    return ok(`Something refers to each of ${scope}${countOf(listed.size, 'stored file')}.`);
  },
});
