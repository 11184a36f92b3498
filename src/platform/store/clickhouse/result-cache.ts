import { createHash } from 'node:crypto';
import type { CacheUsage } from '../read-cache.js';

/** Memory that results may take, measured as their JSON text. */
const defaultMaxBytes = 64 * 2 ** 20;

interface CachedResult {
  rows: readonly unknown[];
  bytes: number;
}

interface Running {
  rows: Promise<readonly unknown[]>;
  cancelling: AbortController;
  readers: number;
}

type Load = (signal: AbortSignal) => Promise<string>;

/**
 * Caches the rows of statements over active loads, by their text and bound values. A statement names
 * the loads, rates, rules and access rights it depends on, and the rows of a load never change, so
 * a result is never outdated and nothing has to be invalidated. Statements that are already running
 * are not sent a second time. The results that were not read for longest are evicted first.
 */
export class ResultCache {
  /** In the order of their last use, oldest first. */
  readonly #results = new Map<string, CachedResult>();
  readonly #running = new Map<string, Running>();
  readonly #uses = { hits: 0, misses: 0 };
  #bytes = 0;

  constructor(private readonly maxBytes = defaultMaxBytes) {}

  /**
   * The rows of a statement: cached, from the same statement that is running, or read as JSON lines. A
   * statement is cancelled when all of its readers have gone.
   */
  async read<Row>(
    statement: { query: string; params?: Record<string, unknown> },
    load: Load,
    signal?: AbortSignal,
  ): Promise<Row[]> {
    const key = keyOf(statement);
    const isKnown = this.#results.has(key) || this.#running.has(key);
    this.#uses[isKnown ? 'hits' : 'misses'] += 1;
    const rows = this.#cached(key) ?? (await this.#join(key, load, signal));
    return [...rows] as Row[];
  }

  usage(): CacheUsage & { bytes: number } {
    return { ...this.#uses, entries: this.#results.size, bytes: this.#bytes };
  }

  #cached(key: string): readonly unknown[] | undefined {
    const result = this.#results.get(key);
    if (result === undefined) return undefined;
    this.#results.delete(key);
    this.#results.set(key, result);
    return result.rows;
  }

  #join(key: string, load: Load, signal?: AbortSignal): Promise<readonly unknown[]> {
    const running = this.#running.get(key) ?? this.#start(key, load);
    running.readers += 1;
    if (!signal) return running.rows;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#leave(key, running);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const done = () => signal.removeEventListener('abort', onAbort);
      running.rows.finally(done).then(resolve, reject);
    });
  }

  #start(key: string, load: Load): Running {
    const cancelling = new AbortController();
    const rows = load(cancelling.signal)
      .then((text) => this.#store(key, text))
      .finally(() => {
        if (this.#running.get(key) === running) this.#running.delete(key);
      });
    const running = { rows, cancelling, readers: 0 };
    this.#running.set(key, running);
    return running;
  }

  #leave(key: string, running: Running): void {
    running.readers -= 1;
    if (running.readers > 0) return;
    // A later reader must not join a statement that is being cancelled.
    if (this.#running.get(key) === running) this.#running.delete(key);
    running.cancelling.abort();
  }

  #store(key: string, text: string): readonly unknown[] {
    const rows = parseLines(text);
    const bytes = Buffer.byteLength(text);
    // A result of a tenth of the memory would evict many that are read more often.
    if (bytes > this.maxBytes / 10) return rows;
    this.#results.set(key, { rows, bytes });
    this.#bytes += bytes;
    for (const [oldest, result] of this.#results) {
      if (this.#bytes <= this.maxBytes) break;
      this.#results.delete(oldest);
      this.#bytes -= result.bytes;
    }
    return rows;
  }
}

function keyOf({ query, params }: { query: string; params?: Record<string, unknown> }): string {
  return createHash('sha256')
    .update(query)
    .update(JSON.stringify(params ?? {}))
    .digest('base64');
}

/** Rows are shared by all readers, so none may change them. */
function parseLines(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object.freeze(JSON.parse(line)));
}
