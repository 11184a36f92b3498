import type { Services } from '../../../platform/kernel/services.js';
import { type Measurement, gauge, sample } from '../../../platform/telemetry/metric.js';
import { lastBackup } from './last-backup.js';

const lastBackupTime = gauge({
  name: 'farthing_last_backup_timestamp_seconds',
  help: 'Moment of the latest backup in Unix time; 0 before the first.',
});

export const measureLastBackup: Measurement<Services> = {
  metrics: [lastBackupTime],
  read: async (services) => {
    const { moment } = (await lastBackup(services)) ?? {};
    return [sample(lastBackupTime, {}, (moment?.getTime() ?? 0) / 1000)];
  },
};
