import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';

export const CanvasTable = z
  .object({
    columns: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        type: z.enum(['string', 'date', 'decimal']),
      }),
    ),
    rows: z.array(z.array(z.string().nullable())),
  })
  .meta({ id: 'CanvasTable' });
export type CanvasTable = z.output<typeof CanvasTable>;

const CanvasData = z
  .object({
    table: CanvasTable.describe('Without columns until the first refresh.'),
    error: z.string().nullable().describe('Why the last refresh failed.'),
  })
  .meta({ id: 'CanvasData' });

const Canvas = z
  .object({
    token: z.string(),
    title: z.string(),
    prompt: z.string().describe('Describes the table, such as: monthly costs by provider.'),
    data: CanvasData,
    workspace_token: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Canvas' });

/** Generated clients take the table for an object, also while there is none. */
const emptyTable: CanvasTable = { columns: [], rows: [] };

export const canvases = entity({
  table: 'canvases',
  prefix: 'cnvs',
  kind: 'Canvas',
  title: 'title',
  page: '/canvases/{token}',
  canBeFavourite: true,
  access: { within: 'workspace', grants: true },
  model: Canvas,
  unaudited: ['data'],
  derive: async () => (row) => ({ data: { table: row.result ?? emptyTable, error: row.error } }),
});
