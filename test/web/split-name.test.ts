import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLongName, mayBeCut, splitName } from '../../web/src/lib/split-name.js';

describe('a long name', () => {
  test('keeps its end, where ids differ', () => {
    const name = 'arn:aws:ec2:eu-west-1:123:instance/i-0abc1234def';
    expect(splitName(name)).toEqual(['arn:aws:ec2:eu-west-1:123:instance/i-0', 'abc1234def']);
    expect([isLongName(name), mayBeCut(name)]).toEqual([true, true]);
    const service = 'Amazon Simple Storage';
    expect([isLongName(service), mayBeCut(service)]).toEqual([false, true]);
    expect(mayBeCut('BigQuery')).toBe(false);
  });

  test('is both of its parts, and no character is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const [head, tail] = splitName(name);
        expect(head + tail).toBe(name);
      }),
      { seed: 11, numRuns: 200 },
    );
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
    expect(splitName(`${'a'.repeat(30)}${family}${'b'.repeat(9)}`)[1]).toBe(family + 'b'.repeat(9));
  });
});
