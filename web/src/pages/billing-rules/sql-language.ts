import { StreamLanguage } from '@codemirror/language';
import { codeColours } from '../../parts/code/colours.js';

const keywords =
  /^(UPDATE|DELETE|INSERT|INTO|FROM|SET|WHERE|VALUES|AND|OR|NOT|IN|LIKE|IS|NULL|LOWER|UPPER|COALESCE)\b/i;

/** Enough of the dialect for highlighting; the parser decides what is valid. */
const sql = StreamLanguage.define({
  name: 'billing-sql',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^--.*/)) return 'comment';
    if (stream.match(/^'(?:[^']|'')*'?/)) return 'string';
    if (stream.match(keywords)) return 'keyword';
    if (stream.match(/^\d+(\.\d+)?/)) return 'number';
    if (stream.match(/^(aws|costs)\.("[^"]*"?|[\w/]+)/i)) return 'propertyName';
    if (stream.match(/^[\w/]+/)) return null;
    stream.next();
    return null;
  },
});

export const sqlLanguage = [sql, codeColours];
