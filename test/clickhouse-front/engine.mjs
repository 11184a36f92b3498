import chdb from 'chdb';

const { Session } = chdb;

const literal = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The embedded engine with the state of a server: none between two requests. */
export class Engine {
  #path;

  constructor(path) {
    this.#path = path;
    // Keeps the engine loaded; the connections of requests come and go.
    this.first = new Session(path);
  }

  /** Runs a statement to its end and returns its whole result. */
  run(request, sql) {
    return this.#withConnection(request, async (connection) => {
      const result = await connection.queryAsync(sql, { format: 'TabSeparated' });
      return { bytes: result.bytes(), rowsRead: result.rowsRead, bytesRead: result.bytesRead };
    });
  }

  /** Runs a query and passes on its result in pieces. */
  stream(request, sql, onPiece, signal) {
    return this.#withConnection(request, async (connection) => {
      const pieces = connection.queryStream(sql, { format: 'TabSeparated', signal });
      for await (const piece of pieces) await onPiece(Buffer.from(piece.raw()));
    });
  }

  async #withConnection({ database, settings, values }, work) {
    const connection = new Session(this.#path);
    try {
      const changes = [
        ...Object.entries(settings).map(([name, value]) => `${name} = ${literal(value)}`),
        ...Object.entries(values).map(([name, value]) => `param_${name} = ${literal(value)}`),
      ];
      const set = changes.length === 0 ? '' : `; SET ${changes.join(', ')}`;
      await connection.queryAsync(`USE \`${database.replaceAll('`', '')}\`${set}`);
      return await work(connection);
    } finally {
      connection.close();
    }
  }
}
