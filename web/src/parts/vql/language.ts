import { StreamLanguage } from '@codemirror/language';
import { codeColours } from '../code/colours.js';

const keywords = /^(AND|OR|NOT|IN|LIKE|NULL)\b/i;

/** Enough of VQL for highlighting; the API decides what is valid. */
const vql = StreamLanguage.define({
  name: 'vql',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^'(?:[^']|'')*'?/)) return 'string';
    if (stream.match(keywords)) return 'keyword';
    if (stream.match(/^-?\d+(\.\d+)?/)) return 'number';
    if (stream.match(/^[a-z_]+\.[a-z_]+/i)) return 'propertyName';
    if (stream.match(/^(!=|<=|>=|!~\*|~\*|->>|[=<>])/)) return 'operator';
    stream.next();
    return null;
  },
});

export const vqlLanguage = [vql, codeColours];
