import type { PGlite } from '@electric-sql/pglite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';

/** PGlite as a Kysely dialect: one session, handed out to one user at a time. */
export function pgliteDialect(engine: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PgliteDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  constructor(readonly engine: PGlite) {
    this.#connection = new PgliteConnection(engine);
  }

  async init(): Promise<void> {}

  // Without turns, a statement of one request would land inside another one's transaction.
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((turn) => this.#waiting.push(turn));
    this.#busy = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  async beginTransaction(): Promise<void> {
    await this.engine.exec('begin');
  }

  async commitTransaction(): Promise<void> {
    await this.engine.exec('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.engine.exec('rollback');
  }

  async destroy(): Promise<void> {
    await this.engine.close();
  }
}

class PgliteConnection implements DatabaseConnection {
  constructor(readonly engine: PGlite) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // Like node-postgres: a text without parameters may hold several statements.
    const result =
      parameters.length === 0
        ? (await this.engine.exec(sql)).at(-1)
        : await this.engine.query(sql, [...parameters]);
    return {
      rows: (result?.rows ?? []) as Row[],
      numAffectedRows: BigInt(result?.affectedRows ?? 0),
    };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('PGlite keeps whole results; page instead of streaming');
  }
}
