export const canvasesPath = '/v2/canvases';

export interface CanvasColumn {
  key: string;
  label: string;
  type: 'string' | 'date' | 'decimal';
}

export interface CanvasTable {
  columns: CanvasColumn[];
  rows: (string | null)[][];
}

export interface Canvas {
  token: string;
  title: string;
  prompt: string;
  data: { table: CanvasTable | null; error: string | null };
  updated_at: string;
}

/** A new prompt is worked out in the background. */
export const isWaiting = ({ data: { table, error } }: Canvas): boolean =>
  table === null && error === null;
