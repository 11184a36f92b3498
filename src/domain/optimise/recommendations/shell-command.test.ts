import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf, shell } from './shell-command.js';

/** The words that a shell makes of a command. */
const wordsOf = (command: string): string[] =>
  execFileSync('bash', ['-c', `words() { printf '%s\\0' "$@"; }; words ${command}`], {
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1);

test('values without special characters are written as they are', () => {
  expect(shell`aws ec2 modify-volume --volume-id ${'vol-0a1b'} --iops ${3000}`).toBe(
    'aws ec2 modify-volume --volume-id vol-0a1b --iops 3000',
  );
});

test('a list is as many words, none if it is empty', () => {
  expect(shell`gcloud stop ${'vm'} ${['--zone', 'us east']}`).toBe(
    "gcloud stop vm --zone 'us east'",
  );
  expect(shell`gcloud stop ${'vm'} ${[]}`).toBe('gcloud stop vm');
});

test('commands are joined so that the first failure ends them', () => {
  expect(allOf([shell`a ${'b c'}`, shell`d`])).toBe("a 'b c' && d");
});

test('whatever its characters are, a value is one word', () => {
  const text = fc.string({
    unit: fc.constantFrom(...Array.from('a \'"\\$`();&|*~!#{}é🧾\n\t\u001B\u007F')),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (values) => {
      expect(wordsOf(shell`--name=${'x y'} ${values}`)).toEqual(['--name=x y', ...values]);
    }),
    { numRuns: 100 },
  );
});
