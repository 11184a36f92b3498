import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';

const ResourceReport = z
  .object({
    token: z.string(),
    title: z.string(),
    filter: z.string().nullable().describe('VQL filter of resources; null matches all of them.'),
    created_at: z.string(),
    workspace_token: z.string(),
    user_token: z.string().nullable(),
    created_by_token: z.string().nullable(),
    folder_token: z.string().nullable(),
    columns: z.array(z.string()),
  })
  .meta({ id: 'ResourceReport' });

export const resourceReports = entity({
  table: 'resource_reports',
  prefix: 'prvdr_rsrc_rprt',
  kind: 'Resource Report',
  title: 'title',
  page: '/resource-reports/{token}',
  access: { within: 'workspace', grants: true, folder: 'folder_token' },
  model: ResourceReport,
});
