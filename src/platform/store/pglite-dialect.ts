import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { requireFreeSpace } from './disk-space.js';
import { PgliteSession } from './pglite-session.js';

interface Options {
  /** The engine's data folder. */
  folder: string;
  checkpointMs?: number;
}

/** A dialect that knows how many statements and transactions wait for the session. */
export interface QueueingDialect extends Dialect {
  waiting(): number;
}

/** PGlite as a Kysely dialect: a pool of one session. */
export function pgliteDialect(engine: PGlite, options: Options): QueueingDialect {
  const driver = new PgliteDriver(engine, options);
  return {
    waiting: () => driver.waiting,
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PgliteDriver implements Driver {
  readonly #session: PgliteSession;
  readonly #connection: DatabaseConnection;
  readonly #waiting: (() => void)[] = [];
  #busy = false;
  #checkpoints: NodeJS.Timeout | undefined;

  constructor(
    readonly engine: PGlite,
    readonly options: Options,
  ) {
    this.#session = new PgliteSession(engine);
    this.#connection = new PgliteConnection(this.#session, options.folder);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async init(): Promise<void> {
    const everyMs = this.options.checkpointMs ?? 300_000;
    this.#checkpoints = setInterval(() => void this.#checkpoint(), everyMs).unref();
  }

  // PGlite has no background processes: without this its write-ahead log would grow until it closes,
  // and recovery after a crash would have to replay all of it.
  async #checkpoint(): Promise<void> {
    const connection = await this.acquireConnection();
    try {
      await connection.executeQuery(CompiledQuery.raw('checkpoint'));
    } catch {
      // The next checkpoint covers the same changes.
    } finally {
      await this.releaseConnection();
    }
  }

  // Without a queue, a statement of one request could run inside another request's transaction.
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  async beginTransaction(): Promise<void> {
    await this.#session.run('begin');
  }

  async commitTransaction(): Promise<void> {
    await this.#session.run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#session.run('rollback');
  }

  async destroy(): Promise<void> {
    clearInterval(this.#checkpoints);
    await this.engine.close();
  }
}

const writes = /\b(insert|update|delete|truncate|create|alter|drop|checkpoint)\b/i;

class PgliteConnection implements DatabaseConnection {
  constructor(
    readonly session: PgliteSession,
    readonly folder: string,
  ) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (writes.test(sql)) await requireFreeSpace(this.folder);
    // Like node-postgres: SQL without parameters may contain several statements.
    const { rows, affectedRows } = await (parameters.length === 0
      ? this.session.run(sql)
      : this.session.query(sql, parameters));
    return { rows: rows as Row[], numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('PGlite returns whole results; use paging instead of streaming');
  }
}
