export {
  cancelImportRun,
  createImportRun,
  followImportRun,
  type Run,
  trackImportRun,
  unrecordedOutcome,
} from './import-run.js';
