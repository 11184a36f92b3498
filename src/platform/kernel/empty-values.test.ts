import { expect, test } from 'vitest';
import { z } from 'zod';
import { choice, clearableToken, date, filter, title, token, tokens } from './fields.js';
import { applyEmptyValueRules } from './empty-values.js';

const schema = z.object({
  title: title(),
  folder: clearableToken(),
  report: token(),
  kind: choice(['a', 'b']),
  start: date(),
  filter: filter(),
  links: tokens(),
  nested: z.object({ links: tokens(), flag: z.boolean(), when: date() }),
  items: z.array(z.object({ label: z.string(), when: date() })),
});

test('on create, null and the empty text of anything but a name are absent', () => {
  const nothing = {
    title: null,
    folder: '',
    report: '',
    kind: '',
    start: '',
    filter: ' ',
    links: null,
    nested: null,
    items: null,
  };
  expect(applyEmptyValueRules(schema, nothing, 'create')).toEqual({});
  expect(applyEmptyValueRules(schema, { title: '' }, 'create')).toEqual({ title: '' });
});

test('on update, null and the empty text clear only what can be cleared', () => {
  const sent = {
    title: null,
    folder: '',
    report: '',
    kind: null,
    start: '',
    filter: ' \n',
    links: null,
  };
  expect(applyEmptyValueRules(schema, sent, 'update')).toEqual({ folder: null, filter: null });
  expect(applyEmptyValueRules(schema, { folder: null, filter: null }, 'update')).toEqual({
    folder: null,
    filter: null,
  });
  expect(applyEmptyValueRules(schema, { links: [] }, 'update')).toEqual({ links: [] });
});

test('the zero date of the Go client is absent', () => {
  expect(applyEmptyValueRules(schema, { start: '0001-01-01' }, 'update')).toEqual({});
  expect(applyEmptyValueRules(schema, { start: '0001-01-01T00:00:00.000Z' }, 'create')).toEqual({});
});

test('nested objects follow the same rules, items of arrays are whole', () => {
  const sent = {
    nested: { links: null, flag: false, when: '' },
    items: [{ label: '', when: '', x: 1 }],
  };
  expect(applyEmptyValueRules(schema, sent, 'update')).toEqual({
    nested: { flag: false },
    items: [{ label: '' }],
  });
});

test('a filter keeps every byte', () => {
  const text = "  costs.provider = 'aws'\n";
  expect(applyEmptyValueRules(schema, { filter: text }, 'create')).toEqual({ filter: text });
});
