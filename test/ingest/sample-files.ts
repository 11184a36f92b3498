import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(
  process.env['FARTHING_SHARED'] ?? join(import.meta.dirname, '../../../shared'),
  'data',
);

/** Whether the sample bills exist next to the repository. */
export const hasSamples = existsSync(folder);

/** Path of a sample bill. */
export function sample(file: string): string {
  return join(folder, file);
}
