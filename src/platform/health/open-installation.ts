import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openVault } from '../auth/vault.js';
import { type Config, ConfigError } from '../config.js';
import { openSender } from '../outbound/send-request.js';
import { openCostStore } from '../store/clickhouse/open-cost-store.js';
import { openDatabase, pingDatabase } from '../store/database.js';
import { openFiles } from '../store/files.js';
import { lockFolder } from '../store/lock-folder.js';
import type { Installation } from './check.js';
import { isOfThisRelease } from './migrations.js';

export interface OpenInstallation extends Installation {
  close(): Promise<void>;
}

/**
 * Opens an installation whose server does not run, without upgrading it or writing to it. A store that cannot be
 * opened does not hide the others: whoever reads it gets the error.
 */
export async function openInstallation(
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<OpenInstallation> {
  requireData(config);
  const isEmbedded = !config.databaseUrl || !config.clickhouseUrl;
  const unlock = isEmbedded ? await lockFolder(config.data) : undefined;
  const costs = await attempt(() =>
    openCostStore({ ...config, folder: join(config.data, 'clickhouse') }),
  );
  const database = await attempt(async () => {
    const opened = await openDatabase({ ...config, folder: join(config.data, 'postgres') });
    await pingDatabase(opened.db);
    return opened;
  });
  const vault = await attempt(() => openVault(config.secretKey, config.data));
  const installation = {
    config,
    clock: () => new Date(),
    isServing: false,
    get db() {
      return database().db;
    },
    get costs() {
      return costs();
    },
    get vault() {
      return vault();
    },
    files: openFiles({ ...config, folder: join(config.data, 'files'), env }),
    sendRequest: openSender(config.outboundNetworks),
  };
  const hasSchema = await isOfThisRelease(installation).catch(() => true);
  const close = async () => {
    await attempt(async () => database().db.destroy());
    await attempt(async () => costs().close());
    await unlock?.();
  };
  return Object.defineProperties(
    { hasSchema, close },
    Object.getOwnPropertyDescriptors(installation),
  ) as OpenInstallation;
}

/** An embedded database is created when it is opened, so there must be one. */
function requireData({ data, databaseUrl, clickhouseUrl }: Config): void {
  const missing = [
    ...(databaseUrl ? [] : [join('postgres', 'PG_VERSION')]),
    ...(clickhouseUrl ? [] : ['clickhouse']),
  ].some((path) => !existsSync(join(data, path)));
  if (missing) {
    throw new ConfigError(
      `There is no installation in ${data}; name its folder with --data, or start one with "farthing serve".`,
    );
  }
}

/** The result of some work, or its error, for those who ask for it. */
async function attempt<Result>(work: () => Promise<Result>): Promise<() => Result> {
  try {
    const result = await work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
