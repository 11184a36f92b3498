import type { createChdbConnection } from 'chdb/connection';
import { identifier, literal, withLiterals } from './sql-text.js';

type Connection = ReturnType<typeof createChdbConnection>;
type Statement = Parameters<Connection['query']>[0];
type Settings = NonNullable<Statement['clickhouse_settings']>;

/** A connection and the settings that its last statement left in force. */
interface Seat {
  connection: Connection;
  settings: Settings;
}

/**
 * Several connections to the embedded engine as one, so that a quick question does not wait for a
 * slow one: a connection runs one statement at a time. Statements are taken in the order they come.
 * Values are written into them, because the engine binds for one statement of the process at a time.
 */
export class ConnectionPool {
  readonly connectionName = 'chdb';
  readonly #all: readonly Connection[];
  readonly #idle: Seat[];
  readonly #waiting: ((seat: Seat) => void)[] = [];

  constructor(connections: readonly Connection[]) {
    this.#all = connections;
    this.#idle = connections.map((connection) => ({ connection, settings: {} }));
  }

  query(params: Statement) {
    return this.#lend((seat) => seat.connection.query(settled(seat, spelledOut(params))));
  }

  exec(params: Parameters<Connection['exec']>[0]) {
    return this.#lend((seat) => seat.connection.exec(settled(seat, spelledOut(params))));
  }

  command(params: Parameters<Connection['command']>[0]) {
    return this.#lend((seat) => seat.connection.command(settled(seat, spelledOut(params))));
  }

  insert(params: Parameters<Connection['insert']>[0]) {
    return this.#lend((seat) => seat.connection.insert(settled(seat, params)));
  }

  ping(params: Parameters<Connection['ping']>[0]) {
    return this.#lend(({ connection }) => connection.ping(params));
  }

  async close(): Promise<void> {
    for (const connection of this.#all) await connection.close();
  }

  /** Answers are whole when they come, so a connection is free again with its answer. */
  async #lend<Result>(work: (seat: Seat) => Promise<Result>): Promise<Result> {
    const seat =
      this.#idle.pop() ??
      (await new Promise<Seat>((resolve) => {
        this.#waiting.push(resolve);
      }));
    try {
      return await work(seat);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(seat);
      else this.#idle.push(seat);
    }
  }
}

/**
 * The statement with the settings it was given and no others: the engine keeps a setting for all
 * later statements of a connection, so one thread for a look at a header would be one thread for
 * the import that follows.
 */
function settled<Params extends { query: string; clickhouse_settings?: Settings }>(
  seat: Seat,
  { clickhouse_settings, ...params }: Params,
): Params {
  // Means something to servers alone.
  const { wait_end_of_query: _, ...settings } = clickhouse_settings ?? {};
  const changes = [
    ...Object.keys(seat.settings)
      .filter((name) => !(name in settings))
      .map((name) => `${identifier(name)} = DEFAULT`),
    ...Object.entries(settings)
      .filter(([name, value]) => seat.settings[name] !== value)
      .map(([name, value]) => `${identifier(name)} = ${literal(String(value))}`),
  ];
  seat.settings = settings;
  const prefix = changes.length === 0 ? '' : `SET ${changes.join(', ')}; `;
  return { ...params, query: prefix + params.query } as Params;
}

/** Long lists of values make long statements. */
const longestStatement = 64 * 1024 * 1024;

function spelledOut<Params extends Statement>(params: Params): Params {
  const { query_params: values, clickhouse_settings: settings, ...rest } = params;
  if (values === undefined) return params;
  return {
    ...rest,
    query: withLiterals(params.query, values),
    clickhouse_settings: { ...settings, max_query_size: longestStatement },
  } as unknown as Params;
}
