import { createHash } from 'node:crypto';

/** Memory that results may take, measured as their JSON text. */
const defaultMaxBytes = 64 * 2 ** 20;

interface CachedResult {
  rows: readonly unknown[];
  bytes: number;
}

/**
 * Caches the rows of statements over active loads, by their text and bound values. A statement names
 * the loads, rates, rules and access rights it depends on, and the rows of a load never change, so
 * a result is never outdated and nothing has to be invalidated. Statements that are already running
 * are not sent a second time. The results that were not read for longest are evicted first.
 */
export class ResultCache {
  /** In the order of their last use, oldest first. */
  readonly #results = new Map<string, CachedResult>();
  readonly #running = new Map<string, Promise<readonly unknown[]>>();
  #bytes = 0;

  constructor(private readonly maxBytes = defaultMaxBytes) {}

  /** The rows of a statement: cached, from the same statement that is running, or read as JSON lines. */
  async read<Row>(
    statement: { query: string; params?: Record<string, unknown> },
    load: () => Promise<string>,
  ): Promise<Row[]> {
    const key = keyOf(statement);
    const rows = this.#cached(key) ?? (await this.#load(key, load));
    return [...rows] as Row[];
  }

  #cached(key: string): readonly unknown[] | undefined {
    const result = this.#results.get(key);
    if (result === undefined) return undefined;
    this.#results.delete(key);
    this.#results.set(key, result);
    return result.rows;
  }

  #load(key: string, load: () => Promise<string>): Promise<readonly unknown[]> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const loading = load()
      .then((text) => this.#store(key, text))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, loading);
    return loading;
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
