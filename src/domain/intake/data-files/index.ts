export type { DataFile, DataFileContext, DataFileFormat, DataFileReport } from './data-file.js';
export { findDataFiles, type FoundDataFile } from './find-data-files.js';
export { readJsonObjects } from './read-json-objects.js';
export { dataFileLines, needsIntegration, storeDataFile } from './store-data-files.js';
