import { tmpdir } from 'node:os';
import { isDiskFull } from '../../../platform/store/disk-space.js';
import { openSnapshot, verifySnapshot } from './backup-snapshot.js';
import type { BackupSource } from './backup-target.js';
import {
  type EmptyInstallation,
  fillInstallation,
  requireEmptyFolder,
} from './fill-installation.js';
import { type Manifest, type OpenBackup, chooseBackup, readManifest } from './manifest.js';
import { openSource } from './open-target.js';
import { BackupError, type OnProgress } from './snapshot.js';
import { writeInstallation } from './write-installation.js';

export interface RestoreRequest {
  /** A folder, a bucket or a file. */
  location: string;
  /** The folder that a relative location is resolved against. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  passphrase: string | undefined;
  /** How the moment of the backup begins; the latest if absent. */
  moment: string | undefined;
  onProgress?: OnProgress;
}

/** Reads and verifies every part of a backup. */
export async function checkBackup(request: RestoreRequest): Promise<Manifest> {
  const { source, backup } = await openBackup(request);
  await verifySnapshot(source, backup, request.onProgress ?? (() => {}));
  return backup.manifest;
}

/** Restores a backup into an empty installation: whole and verified, or not at all. */
export async function restoreBackup(
  installation: EmptyInstallation,
  request: RestoreRequest,
): Promise<Manifest> {
  const { onProgress = () => {} } = request;
  const { source, backup } = await openBackup(request);
  requireEmptyFolder(installation.config);
  await verifySnapshot(source, backup, onProgress);
  try {
    await fillInstallation(installation, backup.manifest, async (stores, workFolder) => {
      await writeInstallation(stores, openSnapshot(source, backup), { workFolder, onProgress });
    });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new BackupError('The disk is full; nothing was restored', { cause: error });
  }
  return backup.manifest;
}

async function openBackup({
  location,
  cwd,
  env,
  passphrase,
  moment,
}: RestoreRequest): Promise<{ source: BackupSource; backup: OpenBackup }> {
  const source = await openSource(location, { cwd, env, workFolder: tmpdir() });
  const name = await chooseBackup(source, moment);
  return { source, backup: await readManifest(source, name, passphrase) };
}
