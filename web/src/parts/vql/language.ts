import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

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

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: 'vql-keyword' },
  { tag: tags.string, class: 'vql-string' },
  { tag: tags.number, class: 'vql-number' },
  { tag: tags.propertyName, class: 'vql-field' },
]);

export const vqlLanguage = [vql, syntaxHighlighting(colours)];
