import type { Db } from './tables.js';

const maxEntries = 1_000;

/** Results of database reads, by key, until the cache is invalidated. */
class ReadCache {
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #uses = { hits: 0, misses: 0 };

  readonly invalidate = (): void => this.#reads.clear();

  async get<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#reads.get(key);
    this.#uses[cached ? 'hits' : 'misses'] += 1;
    if (cached) return cached as Promise<Value>;
    if (this.#reads.size >= maxEntries) this.#reads.clear();
    const reading = read();
    this.#reads.set(key, reading);
    try {
      return await reading;
    } catch (error) {
      if (this.#reads.get(key) === reading) this.#reads.delete(key);
      throw error;
    }
  }

  usage(): CacheUsage {
    return { ...this.#uses, entries: this.#reads.size };
  }
}

/** How a cache has been used since the start of the process, and what it holds. */
export interface CacheUsage {
  hits: number;
  misses: number;
  entries: number;
}

const caches = new WeakMap<object, ReadCache>();

/** Caches reads of a database from now on. The caller must call `invalidate` at every change. */
export function enableReadCache(db: Db): { invalidate: () => void } {
  const cache = new ReadCache();
  caches.set(db, cache);
  return cache;
}

/**
 * Reads something that most cost queries need, from the cache where the database has one. A
 * transaction has its own handle and always reads for itself, because it must see its own writes.
 */
export function readCached<Value>(db: Db, key: string, read: () => Promise<Value>): Promise<Value> {
  return caches.get(db)?.get(key, read) ?? read();
}

/** How the cache of a database is used; undefined where it has none. */
export const readCacheUsage = (db: Db): CacheUsage | undefined => caches.get(db)?.usage();
