import { type ClickHouseClient, createClient } from '@clickhouse/client';

declare const takesStatements: unique symbol;

/** A connection to the engine. It takes no text: the functions of this folder send statements (`Sql`) to it. */
export interface Connection {
  readonly [takesStatements]: true;
  close(): Promise<void>;
}

type Options = NonNullable<Parameters<typeof createClient>[0]>;

export const connect = (options: Options) => createClient(options) as unknown as Connection;

/** Connects to an engine in this process. Its package declares the types of connections a second time. */
export const connectInProcess = (connection: unknown, options: Options = {}) =>
  connect({ ...options, connection: connection as Options['connection'] });

/** For the functions that send statements. */
export const clientOf = (connection: Connection) => connection as unknown as ClickHouseClient;
