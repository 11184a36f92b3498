import type { BackupTarget } from './backup-target.js';
import { listBackups, readManifest } from './manifest.js';
import { isPart, partOf } from './parts.js';

/**
 * Deletes all but the latest backups of a target, and the parts that none of these names. The caller keeps
 * others from writing to the target. An interrupted run is continued by the next: manifests go first.
 */
export async function deleteOldBackups(
  target: BackupTarget,
  keep: number,
  passphrase: string | undefined,
): Promise<number> {
  const names = await listBackups(target);
  const old = names.slice(0, -keep);
  const used = new Set<string>();
  // Read before anything is deleted: a backup that cannot be read keeps all parts.
  for (const name of names.slice(-keep)) {
    const { manifest } = await readManifest(target, name, passphrase);
    for (const { parts } of [...manifest.tables, ...manifest.units, ...manifest.files]) {
      for (const part of parts) used.add(part);
    }
  }
  for (const name of old) await target.delete(name);
  const stored = [...(await target.list()).keys()].filter(isPart);
  for (const path of stored) if (!used.has(partOf(path))) await target.delete(path);
  return old.length;
}
