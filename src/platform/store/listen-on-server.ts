import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const reconnectMs = 5_000;

/**
 * Listens to a channel of a PostgreSQL server, on a connection of its own that is replaced when it
 * breaks. Notifications in between are lost, so whoever listens must also poll now and then. Returns
 * the function that stops it.
 */
export async function listenOnServer(
  connectionString: string,
  channel: string,
  listener: (payload: string) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = await connect(connectionString, channel, listener);
  const keepConnected = async () => {
    while (!signal.aborted) {
      await current.closed;
      await pause(reconnectMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      // A refused connection is tried again after the next pause: its client has closed.
      current = await connect(connectionString, channel, listener).catch(() => current);
    }
  };
  const stopped = keepConnected();
  return async () => {
    stopping.abort();
    await current.client.end();
    await stopped;
    await current.client.end();
  };
}

async function connect(
  connectionString: string,
  channel: string,
  listener: (payload: string) => void,
) {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    // No request waits for it.
    connectionTimeoutMillis: 15_000,
  });
  const closed = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  client.on('notification', ({ payload = '' }) => listener(payload));
  await client.connect();
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  return { client, closed };
}
