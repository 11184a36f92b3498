import { withCostRowsHeld } from '../../../platform/jobs/unless-copied.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Clock } from '../../../platform/lib/time.js';
import { isDiskFull } from '../../../platform/store/disk-space.js';
import {
  type EmptyInstallation,
  fillInstallation,
  hasFolder,
  requireEmptyFolder,
} from './fill-installation.js';
import { withLiveSnapshot } from './live-snapshot.js';
import { BackupError, type Contents, type OnProgress } from './snapshot.js';
import { writeInstallation } from './write-installation.js';

/**
 * Copies an installation to other, empty stores, and verifies rows and totals there. The source stays as it is,
 * so nobody must change it meanwhile.
 */
export async function moveInstallation(
  source: { services: Services; clock: Clock },
  target: EmptyInstallation,
  onProgress: OnProgress,
): Promise<Contents> {
  const { config } = source.services;
  if (hasFolder(target.config) && target.config.data === config.data) {
    throw new BackupError('Give the new installation another data folder (FARTHING_DATA)');
  }
  if (!config.clickhouseUrl && !target.config.clickhouseUrl) {
    throw new BackupError(
      'Both cost stores are embedded, and a process opens only one; restore a backup instead',
    );
  }
  requireEmptyFolder(target.config);
  try {
    const { services } = source;
    return await withCostRowsHeld(services, () =>
      withLiveSnapshot(source, onProgress, async (snapshot) => {
        await fillInstallation(target, snapshot.contents, (stores, workFolder) =>
          writeInstallation(stores, snapshot, { workFolder, onProgress }),
        );
        return snapshot.contents;
      }),
    );
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new BackupError('The disk is full; nothing was moved', { cause: error });
  }
}
