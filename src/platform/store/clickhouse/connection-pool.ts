import type { createChdbConnection } from 'chdb/connection';
import { requireStatementSize } from './statement-limits.js';
import { identifier, literal, withLiterals } from './sql-text.js';

type Connection = ReturnType<typeof createChdbConnection>;
type Statement = Parameters<Connection['query']>[0];
type Settings = NonNullable<Statement['clickhouse_settings']>;

/** A connection and the settings that its last statement left on it. */
interface PooledConnection {
  connection: Connection;
  settings: Settings;
}

/**
 * A pool of connections to the embedded engine, so that a fast query does not wait for a slow one: a
 * connection runs one statement at a time. Statements run first in, first out. Values are inlined,
 * because the engine binds parameters for only one statement of the process at a time.
 */
export class ConnectionPool {
  readonly connectionName = 'chdb';
  readonly #all: readonly Connection[];
  readonly #idle: PooledConnection[];
  readonly #waiting: ((pooled: PooledConnection) => void)[] = [];

  constructor(connections: readonly Connection[]) {
    this.#all = connections;
    this.#idle = connections.map((connection) => ({ connection, settings: {} }));
  }

  query(params: Statement) {
    return this.#withConnection((pooled) =>
      pooled.connection.query(applySettings(pooled, inlineValues(params))),
    );
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
  ): Promise<Result> {
    const pooled =
      this.#idle.pop() ??
      (await new Promise<PooledConnection>((resolve) => {
        this.#waiting.push(resolve);
      }));
    try {
      return await work(pooled);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(pooled);
      else this.#idle.push(pooled);
    }
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
      .map((name) => `${identifier(name)} = DEFAULT`),
    ...Object.entries(settings)
      .filter(([name, value]) => pooled.settings[name] !== value)
      .map(([name, value]) => `${identifier(name)} = ${literal(String(value))}`),
  ];
  pooled.settings = settings;
  const prefix = changes.length === 0 ? '' : `SET ${changes.join(', ')}; `;
  return { ...params, query: prefix + params.query } as Params;
}

function inlineValues<Params extends Statement>(params: Params): Params {
  const { query_params: values, ...rest } = params;
  if (values === undefined) return params;
  const query = withLiterals(params.query, values);
  requireStatementSize(query);
  return { ...rest, query } as unknown as Params;
}
