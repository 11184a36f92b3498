import { type ClickHouseClient, createClient } from '@clickhouse/client';
import type { OnStatement } from '../../telemetry/statement.js';

declare const takesStatements: unique symbol;

/** A connection to the engine. It takes no text: the functions of this folder send statements (`Sql`) to it. */
export interface Connection {
  readonly [takesStatements]: true;
  close(): Promise<void>;
}

type Options = NonNullable<Parameters<typeof createClient>[0]>;

export function connect(options: Options, onStatement?: OnStatement): Connection {
  const client = createClient(options);
  if (onStatement) observeStatements(client, onStatement);
  return client as unknown as Connection;
}

/** Connects to an engine in this process. Its package declares the types of connections a second time. */
export const connectInProcess = (
  connection: unknown,
  options: Options = {},
  onStatement?: OnStatement,
) => connect({ ...options, connection: connection as Options['connection'] }, onStatement);

/** For the functions that send statements. */
export const clientOf = (connection: Connection) => connection as unknown as ClickHouseClient;

interface Parameter {
  query?: string;
  table?: string;
}

type Send = (statement: Parameter) => Promise<unknown>;

/** Tells of each statement when its answer begins, which on the embedded engine is when it has ended. */
function observeStatements(client: ClickHouseClient, onStatement: OnStatement): void {
  const methods = client as unknown as Record<'query' | 'command' | 'exec' | 'insert', Send>;
  for (const name of ['query', 'command', 'exec', 'insert'] as const) {
    const send = methods[name].bind(client);
    methods[name] = async (statement) => {
      const started = performance.now();
      const tell = (error?: unknown) =>
        onStatement({
          store: 'clickhouse',
          text: statement.query ?? `insert into ${statement.table}`,
          seconds: (performance.now() - started) / 1000,
          error,
        });
      try {
        const result = await send(statement);
        tell();
        return result;
      } catch (error) {
        tell(error);
        throw error;
      }
    };
  }
}
