import { expect, test } from 'vitest';
import { secondsToNextCheck } from './check-schedule.js';

const tokens = Array.from({ length: 500 }, (_, index) => `accss_crdntl_${index}`);
const delays = (provider: string, failedChecks: number) =>
  tokens.map((token) => secondsToNextCheck({ token, provider }, failedChecks));

test.each([
  ['aws', 0, 8 * 3_600],
  ['gcp', 0, 24 * 3_600],
  ['gcp', 1, 600],
  ['gcp', 2, 1_200],
  ['gcp', 4, 4_800],
  ['aws', 7, 8 * 3_600],
  ['aws', 1_000, 8 * 3_600],
])('%s after %i failures is checked again in %i s, a tenth more or less', (provider, failed, s) => {
  const all = delays(provider, failed);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(s * 0.9);
  expect(Math.max(...all)).toBeLessThanOrEqual(s * 1.1);
});

test('integrations are spread over the whole range, each at its own time', () => {
  const all = delays('gcp', 0);
  const hours = new Set(all.map((seconds) => Math.floor(seconds / 3_600)));
  expect(hours.size).toBeGreaterThanOrEqual(5);
  expect(all).toEqual(delays('gcp', 0));
});
