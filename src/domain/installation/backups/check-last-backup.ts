import { type Check, ok, warning } from '../../../platform/health/check.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { lastBackup } from './last-backup.js';

/** A schedule may be weekly; one that fails for longer should not go unnoticed. */
const maxAgeDays = 8;

export const lastBackupCheck: Check = {
  name: 'last-backup',
  title: 'Last backup',
  readsTables: true,
  run: async ({ db, config, clock }) => {
    const last = await lastBackup({ db });
    const scheduled = config.backupTarget !== undefined;
    const remedy = scheduled
      ? 'Run "farthing jobs run back-up", which says why it fails.'
      : 'Set FARTHING_BACKUP_TARGET, or run "farthing backup TARGET".';
    if (!last) return warning('There is no backup yet.', remedy);
    const found = `The last backup is of ${formatTimestamp(last.moment)}, in ${last.target}.`;
    const isOld = clock().getTime() - last.moment.getTime() > maxAgeDays * 86_400_000;
    return isOld ? warning(found, remedy) : ok(found);
  },
};
