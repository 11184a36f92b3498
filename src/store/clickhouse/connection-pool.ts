import type { createChdbConnection } from 'chdb/connection';
import { withLiterals } from './sql-text.js';

type Connection = ReturnType<typeof createChdbConnection>;

/**
 * Several connections to the embedded engine as one, so that a quick question does not wait for a
 * slow one: a connection runs one statement at a time. Statements are taken in the order they come.
 * Values are written into them, because the engine binds for one statement of the process at a time.
 */
export class ConnectionPool {
  readonly connectionName = 'chdb';
  readonly #all: readonly Connection[];
  readonly #idle: Connection[];
  readonly #waiting: ((connection: Connection) => void)[] = [];

  constructor(connections: readonly Connection[]) {
    this.#all = connections;
    this.#idle = [...connections];
  }

  query(params: Parameters<Connection['query']>[0]) {
    return this.#lend((connection) => connection.query(spelledOut(params)));
  }

  exec(params: Parameters<Connection['exec']>[0]) {
    return this.#lend((connection) => connection.exec(spelledOut(params)));
  }

  command(params: Parameters<Connection['command']>[0]) {
    return this.#lend((connection) => connection.command(spelledOut(params)));
  }

  insert(params: Parameters<Connection['insert']>[0]) {
    return this.#lend((connection) => connection.insert(params));
  }

  ping(params: Parameters<Connection['ping']>[0]) {
    return this.#lend((connection) => connection.ping(params));
  }

  async close(): Promise<void> {
    for (const connection of this.#all) await connection.close();
  }

  /** Answers are whole when they come, so a connection is free again with its answer. */
  async #lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection =
      this.#idle.pop() ??
      (await new Promise<Connection>((resolve) => {
        this.#waiting.push(resolve);
      }));
    try {
      return await work(connection);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(connection);
      else this.#idle.push(connection);
    }
  }
}

/** Long lists of values make long statements. */
const longestStatement = 64 * 1024 * 1024;

function spelledOut<Params extends Parameters<Connection['query']>[0]>(params: Params): Params {
  const { query_params: values, clickhouse_settings: settings, ...rest } = params;
  if (values === undefined) return params;
  return {
    ...rest,
    query: withLiterals(params.query, values),
    clickhouse_settings: { ...settings, max_query_size: longestStatement },
  } as unknown as Params;
}
