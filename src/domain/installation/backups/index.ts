export { lastBackupCheck } from './check-last-backup.js';
export { backupJob } from './backup-job.js';
export { type BackupResult, createBackup } from './create-backup.js';
export { measureLastBackup } from './last-backup-metric.js';
export { moveInstallation } from './move-installation.js';
export { checkBackup, restoreBackup } from './restore-backup.js';
export type { BackupProgress } from './snapshot.js';
