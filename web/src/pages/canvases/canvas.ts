import type { Schemas } from '../../api/types.js';

export type Canvas = Schemas['Canvas'];
export type CanvasTable = Schemas['CanvasTable'];
export type CanvasColumn = CanvasTable['columns'][number];

export const canvasesPath = '/v2/canvases';

/** Whether its first table is still being computed, which happens in the background. */
export const isPending = ({ data: { table, error } }: Canvas): boolean =>
  table === null && error === null;
