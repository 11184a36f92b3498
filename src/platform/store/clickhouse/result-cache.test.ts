import { expect, test, vi } from 'vitest';
import { ResultCache } from './result-cache.js';

const select = (query: string, params?: Record<string, unknown>) => ({ query, params });

test('a statement is run once, however often and by however many it is read', async () => {
  const cache = new ResultCache();
  const load = vi.fn(() => Promise.resolve('{"n":1}\n{"n":2}\n'));
  const read = () => cache.read(select('SELECT n', { loads: [1] }), load);
  const [first, second] = await Promise.all([read(), read()]);
  expect(first).toEqual([{ n: 1 }, { n: 2 }]);
  expect(second).toEqual(first);
  expect(await read()).toEqual(first);
  expect(load).toHaveBeenCalledTimes(1);
});

test('other values are another result', async () => {
  const cache = new ResultCache();
  const read = (loads: number[]) =>
    cache.read(select('SELECT n', { loads }), () => Promise.resolve(`{"n":${loads.length}}`));
  expect(await read([1])).toEqual([{ n: 1 }]);
  expect(await read([1, 2])).toEqual([{ n: 2 }]);
});

test('a failure is not cached', async () => {
  const cache = new ResultCache();
  const read = (result: Promise<string>) => cache.read(select('SELECT n'), () => result);
  await expect(read(Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
  expect(await read(Promise.resolve('{"n":3}'))).toEqual([{ n: 3 }]);
});

test('the results that were not read for longest are evicted first', async () => {
  const row = JSON.stringify({ text: 'x'.repeat(80) });
  const cache = new ResultCache(Buffer.byteLength(row) * 12);
  const load = vi.fn(() => Promise.resolve(row));
  const read = (name: string) => cache.read(select(name), load);
  const names = Array.from({ length: 12 }, (_, index) => `SELECT ${index}`);
  for (const name of names) await read(name);
  await read(names[0]!);
  await read('SELECT one more');
  load.mockClear();
  await read(names[0]!);
  expect(load).not.toHaveBeenCalled();
  await read(names[1]!);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a result that takes a large part of the memory is not kept', async () => {
  const cache = new ResultCache(1000);
  const load = vi.fn(() => Promise.resolve(JSON.stringify({ text: 'x'.repeat(200) })));
  await cache.read(select('SELECT'), load);
  await cache.read(select('SELECT'), load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a reader that changes its list does not change that of others', async () => {
  const cache = new ResultCache();
  const read = () => cache.read<{ n: number }>(select('SELECT'), () => Promise.resolve('{"n":1}'));
  const rows = await read();
  expect(() => (rows[0]!.n = 2)).toThrow(TypeError);
  rows.pop();
  expect(await read()).toEqual([{ n: 1 }]);
});

test('a statement is cancelled when its last reader has gone, and not before', async () => {
  const cache = new ResultCache();
  const started: { signal: AbortSignal; finish: (text: string) => void }[] = [];
  const read = (signal: AbortSignal) =>
    cache.read(
      select('SELECT'),
      (loading) =>
        new Promise((finish, fail) => {
          started.push({ signal: loading, finish });
          loading.addEventListener('abort', () => fail(new Error('cancelled')));
        }),
      signal,
    );
  const [first, second] = [new AbortController(), new AbortController()];
  const [one, two] = [read(first.signal), read(second.signal)];
  first.abort(new Error('first has gone'));
  await expect(one).rejects.toThrow('first has gone');
  expect(started[0]!.signal.aborted).toBe(false);
  started[0]!.finish('{"n":1}');
  expect(await two).toEqual([{ n: 1 }]);

  const other = new ResultCache();
  const closing = new AbortController();
  const loading = vi.fn(
    (signal: AbortSignal) =>
      new Promise<string>((_, fail) => {
        signal.addEventListener('abort', () => fail(new Error('cancelled')));
      }),
  );
  const gone = other.read(select('SELECT'), loading, closing.signal);
  closing.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  expect(loading.mock.calls[0]![0].aborted).toBe(true);
  // The next reader does not join the cancelled statement.
  expect(await other.read(select('SELECT'), () => Promise.resolve('{"n":2}'))).toEqual([{ n: 2 }]);
});
