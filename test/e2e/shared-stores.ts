import { randomUUID } from 'node:crypto';
import { costServerUrl, newCostDatabase } from '../cost-database.js';
import { newMigratedDatabase, serverUrl } from '../database-server.js';
import { type FileBucket, startFileBucket } from './file-bucket.js';

/** Whether there are servers for the stores that several copies of the server share. */
export const hasSharedStores = Boolean(serverUrl && costServerUrl);

export const sharedStoresNotice = hasSharedStores
  ? ''
  : ' (skipped: TEST_DATABASE_URL and TEST_CLICKHOUSE_URL are not both set)';

/** Empty stores on servers: each installation has its own, and all its processes use the same. */
export class SharedStores {
  readonly #settings = new Map<string, Promise<Record<string, string>>>();
  #bucket: Promise<FileBucket> | undefined;

  /** Settings that the servers of an installation have in common; the same stores for the same name. */
  settings(installation: string): Promise<Record<string, string>> {
    const settings = this.#settings.get(installation) ?? this.#create();
    this.#settings.set(installation, settings);
    return settings;
  }

  async #create(): Promise<Record<string, string>> {
    this.#bucket ??= startFileBucket();
    return {
      DATABASE_URL: await newMigratedDatabase(),
      CLICKHOUSE_URL: (await newCostDatabase())!,
      FARTHING_SECRET_KEY: randomUUID(),
      ...(await this.#bucket).settings(randomUUID()),
    };
  }

  async close(): Promise<void> {
    (await this.#bucket)?.close();
  }
}
