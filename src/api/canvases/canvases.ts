import { z } from 'zod';
import { canvases } from '../../domain/reports/canvases/index.js';
import { filledText, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { pick } from '../../platform/lib/pick.js';

const fields = { title: title(), prompt: filledText() };

export const canvasResource = resource(canvases, {
  one: 'canvas',
  many: 'canvases',
  tag: 'Canvases',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  columns: (body, _ctx, current) => ({
    ...pick(body, ['title', 'prompt']),
    // The stored table belongs to the previous prompt.
    ...(isNewPrompt(body.prompt, current?.prompt) && { result: null, error: null }),
  }),
  afterSave: async (row, body, ctx) => {
    const isPending = row.result === null && row.error === null;
    if (isPending && body.prompt !== undefined) {
      await ctx.services.enqueue('refresh-canvas', { token: row.token }, ctx.db);
    }
    return false;
  },
});

const isNewPrompt = (sent: string | undefined, stored: string | undefined) =>
  sent !== undefined && sent !== stored;
