import type { z } from 'zod';
import { formatTimestamp } from '../lib/time.js';

type Row = Record<string, unknown>;

/** Picks the keys of the model from a row and what was derived for it; one derived as undefined is left out. */
export function present<Model extends z.ZodObject>(
  model: Model,
  row: object,
  derived: Row = {},
): z.input<Model> {
  const shown: Row = {};
  for (const key of Object.keys(model.shape)) {
    const value = key in derived ? derived[key] : (row as Row)[key];
    if (value === undefined && key in derived) continue;
    shown[key] = value instanceof Date ? formatTimestamp(value) : (value ?? null);
  }
  return shown as z.input<Model>;
}
