import { access, constants, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.js';

/**
 * Creates the data folder and returns its path. Where all data is on servers, the folder only holds
 * temporary files, so a temporary one replaces a folder that cannot be written.
 */
export async function prepareDataFolder(config: Config): Promise<string> {
  const { data, databaseUrl, clickhouseUrl, filesUrl, secretKey } = config;
  try {
    await mkdir(data, { recursive: true, mode: 0o700 });
    await access(data, constants.W_OK);
    return data;
  } catch (error) {
    if (!databaseUrl || !clickhouseUrl || !filesUrl) throw error;
    if (secretKey) return mkdtemp(join(tmpdir(), 'farthing-'));
    throw new ConfigError(
      `FARTHING_SECRET_KEY must be set, because no key can be stored in the data folder ${data}.`,
      { cause: error },
    );
  }
}
