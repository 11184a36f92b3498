import { type Job, job } from '../../../platform/jobs/job.js';
import type { Config } from '../../../platform/config.js';
import { createBackup } from './create-backup.js';

/** The job that backs up by the schedule of the settings; without a target, it only runs when asked to. */
export function backupJob({ backupTarget, backupSchedule }: Config, env: NodeJS.ProcessEnv): Job {
  return job({
    name: 'back-up',
    summary: 'Backs up the installation to FARTHING_BACKUP_TARGET, and deletes old backups there',
    ...(backupTarget === undefined ? {} : { cron: backupSchedule }),
    retries: 2,
    expireHours: 12,
    run: async (_payload, { services, clock }) => {
      const {
        backupTarget: location,
        backupPassphrase: passphrase,
        backupKeep: keep,
      } = services.config;
      if (location === undefined) return 'nothing to do: FARTHING_BACKUP_TARGET is not set';
      const { manifest, bytesWritten, deleted } = await createBackup(
        { services, clock, env },
        { location, cwd: services.config.data, passphrase, keep },
      );
      return `backup of ${manifest.moment}: ${bytesWritten} bytes written, ${deleted} old backups deleted`;
    },
  });
}
