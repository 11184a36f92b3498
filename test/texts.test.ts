import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

// What people read in the console, the API description, errors and the terminal.

const stems = [
  'organis',
  'utilis',
  'amortis',
  'optimis(e|ing|ation)',
  'recognis',
  'summaris',
  'customis',
  'normalis',
  'serialis',
  'materialis',
  'authoris',
  '(mini|maxi)mis(e|ing)',
  'prioritis',
  'categoris',
  'synchronis',
  '(initial|final|real|general|visual|capital)is(e|ing|ation)',
  'analys(e|ing)\\b',
  'colour',
  'favourite',
  'behaviour',
  'neighbour',
  'centre',
  'licence',
  '(label|model|travel)l(ed|ing)',
  'catalogue',
  'programme\\b',
  'grey',
  'enrolment',
  'instalment',
  'whilst',
];
const british = new RegExp(stems.join('|'), 'i');

/** Names of the wire and of code, such as `requires_enrolment` and `/console/favourites`. */
const isText = (value: string) => /\s/.test(value) || /^[A-Z][a-z]+$/.test(value);

interface Node {
  type?: string;
  value?: unknown;
  key?: { name?: string };
  source?: unknown;
}

/** Types, statements of SQL, modules and the ids of schemas are names. */
const isName = ({ type, key, source }: Node) =>
  type?.startsWith('TSLiteral') ||
  type === 'TaggedTemplateExpression' ||
  (type === 'Property' && key?.name === 'id') ||
  Boolean(source);

function textOf({ type, value }: Node): string {
  if (type === 'TemplateElement') return (value as { cooked?: string }).cooked ?? '';
  return (type === 'JSXText' || type === 'Literal') && typeof value === 'string' ? value : '';
}

function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (isName(node)) return [];
  const text = textOf(node);
  return [...(isText(text) ? [text.trim()] : []), ...Object.values(node).flatMap(textsIn)];
}

const sources = ['src', 'web/src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^api\/(schema|kinds)\.ts$/.test(file))
    .map((file) => join(folder, file)),
);

/** The texts of all sources that match. */
function find(pattern: RegExp): string[] {
  return sources.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    // Most files need no parsing.
    if (!pattern.test(code)) return [];
    const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
    return textsIn(program.body)
      .filter((text) => pattern.test(text))
      .map((text) => `${file}: ${text}`);
  });
}

test('texts are in American English', () => {
  expect(find(british)).toEqual([]);
});

test('dates on screen have the month first', () => {
  expect(find(/\bD MMM\b/)).toEqual([]);
});
