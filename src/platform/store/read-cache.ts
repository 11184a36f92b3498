import type { Db } from './tables.js';

const mostKept = 1_000;

/** What was read of a database, until something of it changes. */
class Kept {
  readonly #reads = new Map<string, Promise<unknown>>();

  readonly forget = (): void => this.#reads.clear();

  async get<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#reads.get(key);
    if (known) return known as Promise<Value>;
    if (this.#reads.size >= mostKept) this.#reads.clear();
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

const keptOf = new WeakMap<object, Kept>();

/** Keeps reads of a database from now on. The caller has to hear of every change, and call `forget` with it. */
export function keepReads(db: Db): { forget: () => void } {
  const kept = new Kept();
  keptOf.set(db, kept);
  return kept;
}

/**
 * Reads what most questions about costs need, unless it is known. A transaction has a handle of its
 * own and always reads for itself: it may have written what nobody was told of yet.
 */
export function kept<Value>(db: Db, key: string, read: () => Promise<Value>): Promise<Value> {
  return keptOf.get(db)?.get(key, read) ?? read();
}
