import { asyncUpdate } from './async-update.js';
import { previewVirtualTagConfig } from './preview.js';
import { getVirtualTagConfigStatus } from './status.js';
import { virtualTagConfigs } from './virtual-tag-configs.js';
import { virtualTagConfigValues } from './virtual-tag-config-values.js';

export const virtualTags = [
  ...virtualTagConfigs,
  previewVirtualTagConfig,
  getVirtualTagConfigStatus,
  ...asyncUpdate,
  ...virtualTagConfigValues,
];
