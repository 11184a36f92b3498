import { costsUploads } from './costs-uploads.js';
import { createIntegrations } from '../../domain/integrations/create-integration.js';
import { integrations } from './integrations.js';

export const integrationOperations = [
  integrations.list,
  integrations.get,
  integrations.update,
  integrations.delete,
  ...createIntegrations,
  ...costsUploads,
];
