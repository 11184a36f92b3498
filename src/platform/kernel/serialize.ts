import type { z } from 'zod';
import { formatTimestamp } from '../lib/time.js';

type Row = Record<string, unknown>;

/**
 * Picks the keys of the model from a row and the values derived for it. Dates become timestamps, missing
 * values null, and a key derived as undefined is left out.
 *
 * @example
 * serialize(Team, row, { user_tokens: ['usr_1'] });
 */
export function serialize<Model extends z.ZodObject>(
  model: Model,
  row: object,
  derived: Row = {},
): z.input<Model> {
  const serialized: Row = {};
  for (const key of Object.keys(model.shape)) {
    const value = key in derived ? derived[key] : (row as Row)[key];
    if (value === undefined && key in derived) continue;
    serialized[key] = value instanceof Date ? formatTimestamp(value) : (value ?? null);
  }
  return serialized as z.input<Model>;
}
