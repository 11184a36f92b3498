import { randomUUID } from 'node:crypto';
import type { createChdbConnection } from 'chdb/connection';
import { type Question, currentQuestion } from '../../lib/question.js';
import { requireStatementSize } from './statement-limits.js';
import { quote, quoteName, valueText } from '../sql.js';

type Connection = ReturnType<typeof createChdbConnection>;
type Statement = Parameters<Connection['query']>[0];
type Settings = NonNullable<Statement['clickhouse_settings']>;

/** A connection and the settings that its last statement left on it. */
interface PooledConnection {
  connection: Connection;
  settings: Settings;
}

interface Waiting {
  question: Question | undefined;
  start: (pooled: PooledConnection) => void;
}

/** Ends the running statement that contains a text. */
type Cancel = (text: string) => Promise<void>;

/**
 * A pool of connections to the embedded engine, so that a fast query does not wait for a slow one: a
 * connection runs one statement at a time. Statements run first in, first out, but only one of a question
 * at a time, so that no question takes all connections. Values are inlined, because the engine binds
 * parameters for only one statement of the process at a time.
 */
export class ConnectionPool {
  readonly connectionName = 'chdb';
  readonly #all: readonly Connection[];
  readonly #idle: PooledConnection[];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Question>();
  readonly #cancel: Cancel | undefined;

  constructor(connections: readonly Connection[], cancel?: Cancel) {
    this.#all = connections;
    this.#idle = connections.map((connection) => ({ connection, settings: {} }));
    this.#cancel = cancel;
  }

  /** How many statements wait for a connection. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async query({ abort_signal: signal, ...params }: Statement) {
    const statement = inlineValues(params);
    if (!signal) {
      return this.#withConnection((pooled) =>
        pooled.connection.query(applySettings(pooled, statement)),
      );
    }
    // The engine ignores the signal, and the connection must not be used before it has finished.
    const mark = `/* ${randomUUID()} */`;
    const marked = { ...statement, query: `${mark} ${statement.query}` };
    return this.#withConnection(async (pooled) => {
      const onAbort = () => void this.#cancel?.(mark).catch(() => undefined);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await pooled.connection.query(applySettings(pooled, marked));
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    }, signal);
  }

  exec(params: Parameters<Connection['exec']>[0]) {
    return this.#withConnection((pooled) =>
      pooled.connection.exec(applySettings(pooled, inlineValues(params))),
    );
  }

  command(params: Parameters<Connection['command']>[0]) {
    return this.#withConnection((pooled) =>
      pooled.connection.command(applySettings(pooled, inlineValues(params))),
    );
  }

  insert(params: Parameters<Connection['insert']>[0]) {
    return this.#withConnection((pooled) =>
      pooled.connection.insert(applySettings(pooled, params)),
    );
  }

  ping(params: Parameters<Connection['ping']>[0]) {
    return this.#withConnection(({ connection }) => connection.ping(params));
  }

  async close(): Promise<void> {
    for (const connection of this.#all) await connection.close();
  }

  /** Results arrive whole, so a connection is free again as soon as its statement has returned. */
  async #withConnection<Result>(
    work: (pooled: PooledConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const question = currentQuestion();
    const pooled = await this.#acquire(question, signal);
    try {
      return await work(pooled);
    } finally {
      this.#idle.push(pooled);
      if (question) this.#running.delete(question);
      this.#startNext();
    }
  }

  #acquire(question: Question | undefined, signal?: AbortSignal): Promise<PooledConnection> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal!.reason as Error);
      };
      const start = (pooled: PooledConnection) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(pooled);
      };
      const waiting = { question, start };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#startNext();
    });
  }

  #startNext(): void {
    const index = this.#waiting.findIndex(
      ({ question }) => question === undefined || !this.#running.has(question),
    );
    if (index < 0 || this.#idle.length === 0) return;
    const [next] = this.#waiting.splice(index, 1);
    if (next!.question) this.#running.add(next!.question);
    next!.start(this.#idle.pop()!);
  }
}

/**
 * Prefixes a statement with the changes that leave its own settings on the connection and no others.
 * The engine keeps a setting for all later statements of a connection, so a header that is read with
 * one thread would leave one thread for the import that follows.
 */
function applySettings<Params extends { query: string; clickhouse_settings?: Settings }>(
  pooled: PooledConnection,
  { clickhouse_settings, ...params }: Params,
): Params {
  // Only ClickHouse servers know this one.
  const { wait_end_of_query: _, ...settings } = clickhouse_settings ?? {};
  const changes = [
    ...Object.keys(pooled.settings)
      .filter((name) => !(name in settings))
      .map((name) => `${quoteName(name)} = DEFAULT`),
    ...Object.entries(settings)
      .filter(([name, value]) => pooled.settings[name] !== value)
      .map(([name, value]) => `${quoteName(name)} = ${quote(String(value))}`),
  ];
  pooled.settings = settings;
  const prefix = changes.length === 0 ? '' : `SET ${changes.join(', ')}; `;
  return { ...params, query: prefix + params.query } as Params;
}

function inlineValues<Params extends Statement>(params: Params): Params {
  const { query_params: values, ...rest } = params;
  if (values === undefined) return params;
  const query = params.query.replace(/\{(\w+):([^}]+)\}/g, (_, name: string, type: string) => {
    if (values[name] === undefined) throw new Error(`No value for the query parameter ${name}`);
    return valueText(type, values[name]);
  });
  requireStatementSize(query);
  return { ...rest, query } as unknown as Params;
}
