import { access, constants, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.js';

/**
 * Creates the data folder and returns its path. Where all data is on servers, the folder only holds
 * temporary files: a temporary one replaces a folder that cannot be written, and the secret key, which
 * other copies of the server need too, must be a setting.
 */
export async function prepareDataFolder(config: Config): Promise<string> {
  const { data, databaseUrl, clickhouseUrl, filesUrl, secretKey } = config;
  const isTemporary = Boolean(databaseUrl && clickhouseUrl && filesUrl);
  if (isTemporary && !secretKey) {
    throw new ConfigError(
      'FARTHING_SECRET_KEY must be set, and be the same for every copy of the server, ' +
        'because DATABASE_URL, CLICKHOUSE_URL and FILES_URL are set.',
    );
  }
  try {
    await mkdir(data, { recursive: true, mode: 0o700 });
    await access(data, constants.W_OK);
    return data;
  } catch (error) {
    if (isTemporary) return mkdtemp(join(tmpdir(), 'farthing-'));
    throw error;
  }
}
