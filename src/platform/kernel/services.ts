import type { ActorLoader } from '../auth/actor-loader.js';
import type { Vault } from '../auth/vault.js';
import type { Config } from '../config.js';
import type { Log } from '../lib/log.js';
import type { SendRequest } from '../outbound/send-request.js';
import type { ServerCredentials } from '../server-credentials.js';
import type { Stores } from '../store/stores.js';
import type { Db } from '../store/tables.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Tracing } from '../telemetry/tracing.js';

/**
 * Objects that live as long as the process, shared by requests, jobs and commands. The domain adds its
 * own by declaration merging, as `domain/intake/ingest/importer.ts` does.
 */
export interface Services extends Omit<Stores, 'close' | 'onChange'> {
  config: Config;
  log: Log;
  /** Undefined unless the operator wants metrics. */
  metrics: Metrics | undefined;
  /** Undefined unless the operator wants traces. */
  tracing: Tracing | undefined;
  actors: ActorLoader;
  vault: Vault;
  /**
   * Puts a job into its queue. Inside a transaction, give its handle: the job is then queued with the
   * write or not at all, and does not wait for the session that the transaction holds.
   */
  enqueue(name: string, payload: object, db?: Db): Promise<void>;
  /** Cloud credentials of the server, for integrations without their own. */
  serverCredentials: ServerCredentials;
  /** Sends a request to an address that a user chose. */
  sendRequest: SendRequest;
  /** Folder for temporary files. */
  workFolder: string;
}
