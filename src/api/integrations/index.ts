import { costsUploadOperations } from './costs-uploads.js';
import { createIntegrations } from './create-integrations.js';
import { createDataFile } from './data-files.js';
import { integrationResource } from './integrations.js';

export const integrationOperations = [
  integrationResource.list,
  integrationResource.get,
  integrationResource.update,
  integrationResource.delete,
  ...createIntegrations,
  ...costsUploadOperations,
  createDataFile,
];
