import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchScore, rank } from '../../web/src/lib/fuzzy.js';

const titles = (typed: string, ...candidates: string[]) =>
  rank(
    candidates.map((title) => ({ title })),
    typed,
  ).map(({ title }) => title);

describe('a typed text finds', () => {
  test('whole titles before beginnings, beginnings before words, words before parts', () => {
    expect(
      titles('cost', 'Telecosts', 'Cost reports', 'Cost', 'New cost report', 'Dashboards'),
    ).toEqual(['Cost', 'Cost reports', 'New cost report', 'Telecosts']);
  });

  test('initials, and words in any order', () => {
    expect(titles('ncr', 'Encryption', 'New cost report')).toEqual([
      'New cost report',
      'Encryption',
    ]);
    expect(titles('filter new', 'New saved filter', 'Saved filters')).toEqual(['New saved filter']);
  });

  test('regardless of case and accents', () => {
    expect(titles('zurich', 'Zürich office')).toEqual(['Zürich office']);
    expect(titles('AMAZON ec2', 'Amazon EC2')).toEqual(['Amazon EC2']);
  });

  test('nothing by letters that are scattered inside words', () => {
    expect(titles('aei', 'Amazon Elastic MapReduce', 'Cost category')).toEqual([]);
  });
});

test('keywords find an item, after those that have the text in their title', () => {
  const items = [{ title: 'Dark theme', keywords: 'mode' }, { title: 'Mode of payment' }];
  expect(rank(items, 'mode').map(({ title }) => title)).toEqual(['Mode of payment', 'Dark theme']);
});

test('every title is found by itself, and by any of its words', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => {
      const title = words.join(' ');
      expect(matchScore(title, title)).toBeGreaterThanOrEqual(5);
      for (const word of words) expect(matchScore(title, word)).toBeGreaterThanOrEqual(3);
    }),
  );
});
