import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** Colours of the languages that the console edits. */
export const codeColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, class: 'vql-keyword' },
    { tag: tags.string, class: 'vql-string' },
    { tag: tags.number, class: 'vql-number' },
    { tag: tags.propertyName, class: 'vql-field' },
  ]),
);
