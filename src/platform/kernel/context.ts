import type { Readable } from 'node:stream';
import type { Actor } from '../auth/actor.js';
import type { Clock } from '../lib/time.js';
import type { Services } from './services.js';
import type { Db } from '../store/tables.js';

/** Everything about a request that an operation needs besides its input. */
export interface Context {
  actor: Actor;
  /** The transaction in a write, the connection pool in a read. */
  db: Db;
  /** The time of this request. */
  now: Date;
  requestId: string;
  /** The public origin, for absolute links. */
  origin: string;
  /** The origin of links that carry a secret; no header of the request decides it. */
  linkOrigin: string;
  /** Network address of the caller. */
  host: string;
  /** Path and query as received. */
  url: string;
  /** The Cookie header of a browser. */
  cookie?: string | undefined;
  /** The unread body of an operation that declares `stream`. */
  incoming?: { content: Readable; contentType: string };
  services: Services;
  clock: Clock;
}
