import { type PGlite, messages, parse, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;

/** What the engine knows of a statement that was sent before. */
interface Prepared {
  name: string;
  /** Types of its parameters. */
  types: readonly number[];
  /** Names and types of its columns; none if it returns no rows. */
  columns: messages.RowDescriptionMessage | undefined;
}

interface Result {
  rows: unknown[];
  affectedRows: number;
}

/** Each keeps its plan in the memory of the engine. */
const maxPrepared = 300;

/** Statements with more parameters are lists of rows, which seldom come again with the same number. */
const maxPreparedParameters = 100;

const definesTables = /\b(create|alter|drop)\b/i;

/**
 * The session of the embedded database. A statement is parsed once, and each message enters the engine once: the
 * engine's own client enters it six times for a statement, and parses it each time.
 */
export class PgliteSession {
  /** The least recently used first. */
  readonly #prepared = new Map<string, Prepared>();
  #created = 0;

  constructor(readonly engine: PGlite) {}

  async query(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const prepared = await this.#prepare(sql, parameters.length);
    const values = parameters.map((value, index) => this.#serialized(value, prepared.types[index]));
    const execute = [
      serialize.bind({ statement: prepared.name, values }),
      serialize.execute(),
      serialize.sync(),
    ];
    try {
      return this.#resultOf([
        ...(prepared.columns ? [prepared.columns] : []),
        ...(await this.#send(execute)),
      ]);
    } catch (error) {
      // What it was prepared for may be gone, for example a column. The first error says more than another.
      await this.#forget(sql).catch(() => undefined);
      throw error;
    }
  }

  /** Runs SQL without parameters, which may contain several statements; returns the result of the last one. */
  async run(sql: string): Promise<Result> {
    const answer = await this.#send([serialize.query(sql)]);
    if (definesTables.test(sql)) for (const each of this.#prepared.keys()) await this.#forget(each);
    return this.#resultOf(answer);
  }

  async #prepare(sql: string, parameters: number): Promise<Prepared> {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const isKept = parameters <= maxPreparedParameters;
    const name = isKept ? `s${(this.#created += 1)}` : '';
    const described = await this.#send([
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ]);
    const prepared = {
      name,
      types: parse.parseDescribeStatementResults(described),
      columns: described.find((each) => each instanceof messages.RowDescriptionMessage),
    };
    if (isKept) {
      this.#prepared.set(sql, prepared);
      const [oldest] = this.#prepared.keys();
      if (this.#prepared.size > maxPrepared) await this.#forget(oldest!);
    }
    return prepared;
  }

  async #forget(sql: string): Promise<void> {
    const prepared = this.#prepared.get(sql);
    if (!prepared) return;
    this.#prepared.delete(sql);
    await this.#send([serialize.close({ type: 'S', name: prepared.name }), serialize.sync()]);
  }

  async #send(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    if (this.engine.closed) throw new Error('The database is closed.');
    const only = parts.length === 1 ? parts[0] : undefined;
    return this.engine.execProtocolStream(only ?? Buffer.concat(parts), { syncToFs: false });
  }

  #resultOf(answer: messages.BackendMessage[]): Result {
    const { rows, affectedRows = 0 } = parse.parseResults(answer, this.engine.parsers).at(-1)!;
    return { rows, affectedRows };
  }

  #serialized(value: unknown, type: number | undefined) {
    if (value === null || value === undefined) return null;
    const toText = this.engine.serializers[type!];
    return toText ? toText(value) : (value as string | number | Date).toString();
  }
}
