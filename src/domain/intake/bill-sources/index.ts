export { listObjects } from './bill-source.js';
export { type FetchedSet, fetchFileSet, findFileSets } from './file-sets.js';
export {
  awsKeysFor,
  type Environment,
  Location,
  LocationSecrets,
  openPathOrUrl,
  senderFor,
} from './location.js';
export { pollBillSources } from './poll-bill-sources.js';
export { sourceChecks } from './source-metrics.js';
