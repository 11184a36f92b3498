import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(process.env['FARTHING_SHARED'] ?? '../shared');

/** The folder of specifications and sample bills beside the checkout, where there is one. */
export const sharedFolder = existsSync(folder) ? folder : undefined;

/** Why tests over that folder are skipped. */
export const sharedNotice = sharedFolder
  ? ''
  : ' (skipped: no ../shared folder beside the checkout)';
