import type { Db } from './tables.js';

const maxEntries = 1_000;

/** Results of database reads, by key, until the cache is invalidated. */
class ReadCache {
  readonly #reads = new Map<string, Promise<unknown>>();

  readonly invalidate = (): void => this.#reads.clear();

  async get<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#reads.get(key);
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
