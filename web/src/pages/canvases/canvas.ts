import type { Schemas } from '../../api/types.js';

export type Canvas = Schemas['Canvas'];
export type CanvasTable = Schemas['CanvasTable'];
export type CanvasColumn = CanvasTable['columns'][number];

export const canvasesPath = '/v2/canvases';

/** Whether there is a table; one that is still to be computed has no columns. */
export const hasTable = ({ data: { table } }: Canvas): boolean => table.columns.length > 0;

/** Whether its first table is still being computed, which happens in the background. */
export const isPending = (canvas: Canvas): boolean =>
  !hasTable(canvas) && canvas.data.error === null;
