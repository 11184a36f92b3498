import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(process.env['FARTHING_SHARED'] ?? '../shared');

/** The folder with specifications and sample bills beside the checkout, if present. */
export const sharedFolder = existsSync(folder) ? folder : undefined;

/** Suffix of test names that says why they are skipped. */
export const sharedNotice = sharedFolder
  ? ''
  : ' (skipped: no ../shared folder beside the checkout)';
