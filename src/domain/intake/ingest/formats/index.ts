import type { Format } from '../format.js';
import { awsCur, awsCur2 } from './aws-cur.js';
import { azure } from './azure.js';
import { focus } from './focus.js';
import { gcp } from './gcp.js';
import { oci } from './oci.js';

/** Formats of provider exports, in the order in which they are matched. */
export const providerFormats: readonly Format[] = [awsCur2, awsCur, focus, gcp, oci, azure];

export { customCsv, customCsvTransformed } from './custom-csv.js';
