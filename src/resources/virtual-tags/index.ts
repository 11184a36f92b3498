import { asyncUpdate } from './async-update.js';
import { getVirtualTagConfigStatus } from './status.js';
import { virtualTagConfigs } from './virtual-tag-configs.js';
import { virtualTagConfigValues } from './virtual-tag-config-values.js';

export const virtualTags = [
  ...virtualTagConfigs,
  getVirtualTagConfigStatus,
  ...asyncUpdate,
  ...virtualTagConfigValues,
];
