import { z } from 'zod';
import { filledText, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { pick } from '../../platform/lib/pick.js';

const CanvasTable = z
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

const CanvasData = z
  .object({
    table: CanvasTable.nullable().describe('null until the first refresh.'),
    error: z.string().nullable().describe('Why the last refresh failed.'),
  })
  .meta({ id: 'CanvasData' });

const Canvas = z
  .object({
    token: z.string(),
    title: z.string(),
    prompt: z.string().describe('What the table shows: monthly costs by provider.'),
    data: CanvasData,
    workspace_token: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Canvas' });

const fields = { title: title(), prompt: filledText() };

export const canvases = resource({
  table: 'canvases',
  one: 'canvas',
  many: 'canvases',
  tag: 'Canvases',
  prefix: 'cnvs',
  kind: 'Canvas',
  titleOf: (row) => row.title,
  access: { within: 'workspace', grants: true },
  model: Canvas,
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  unrecorded: ['data'],
  columns: (body, _ctx, current) => ({
    ...pick(body, ['title', 'prompt']),
    // The table of another prompt says nothing about this one.
    ...(isNewPrompt(body.prompt, current?.prompt) && { result: null, error: null }),
  }),
  saved: async (row, body, ctx) => {
    const waits = row.result === null && row.error === null;
    if (waits && body.prompt !== undefined) {
      await ctx.services.enqueue('refresh-canvas', { token: row.token }, ctx.db);
    }
    return false;
  },
  derive: async (rows) => {
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return ({ token: of }) => {
      const { result, error } = byToken.get(of as string)!;
      return { data: { table: result, error } };
    };
  },
});

const isNewPrompt = (sent: string | undefined, stored: string | undefined) =>
  sent !== undefined && sent !== stored;
