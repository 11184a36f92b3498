import { expect, test } from 'vitest';
import { blocksOf, partsOf } from './formatted-text.js';

test('headings, lists and paragraphs are told apart', () => {
  expect(blocksOf('# Notes\n- one\n- two\n\nSome\ntext')).toEqual([
    { kind: 'heading', lines: ['Notes'] },
    { kind: 'list', lines: ['one', 'two'] },
    { kind: 'paragraph', lines: ['Some', 'text'] },
  ]);
});

test('bold, italic, code and addresses are marked', () => {
  expect(partsOf('**a** *b* `c` https://example.com/d')).toEqual([
    { kind: 'bold', text: 'a' },
    { kind: 'plain', text: ' ' },
    { kind: 'italic', text: 'b' },
    { kind: 'plain', text: ' ' },
    { kind: 'code', text: 'c' },
    { kind: 'plain', text: ' ' },
    { kind: 'link', text: 'https://example.com/d', href: 'https://example.com/d' },
  ]);
});

test.each([
  'https://example.com/a?b=1',
  'http://example.com',
  'mailto:finops@example.com',
  '/budgets',
  '/cost-reports/one?range=last_month#comments',
])('a link may lead to %s', (href) => {
  expect(partsOf(`[Read](${href})`)).toEqual([{ kind: 'link', text: 'Read', href }]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  'budgets',
  'https://',
])('a link to %j stays text', (href) => {
  expect(partsOf(`[Read](${href})`).some(({ kind }) => kind === 'link')).toBe(false);
});
