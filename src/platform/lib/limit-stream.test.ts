import { finished } from 'node:stream/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { limitStream } from './limit-stream.js';

afterEach(() => {
  vi.useRealTimers();
});

test('a body that stops arriving and that nobody reads fails without ending the process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const body = limitStream(10);
  body.write('start');
  vi.advanceTimersByTime(121_000);
  expect(body.errored).toMatchObject({ status: 408 });
});

test('a body over the limit is 413', async () => {
  const body = limitStream(10);
  body.end('x'.repeat(11));
  await expect(finished(body.resume())).rejects.toMatchObject({ status: 413 });
});
