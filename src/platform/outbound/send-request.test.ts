import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressRefused, openSender, sendTrusted } from './send-request.js';

let server: Server;
let port: number;
const requests: { method: string; path: string; host: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { method = '', url: path = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      requests.push({ method, path, host: headers.host ?? '', body });
      if (path === '/moved') {
        response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
      } else response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const signal = AbortSignal.timeout(60_000);

/** Resolves a host to the next of these answers each time it is asked. */
function resolver(...answers: string[][]) {
  let asked = 0;
  const resolve = ((_host: string, _options: object, done: (...results: unknown[]) => void) => {
    const answer = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as Parameters<typeof openSender>[1];
  return { resolve, timesAsked: () => asked };
}

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.31.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
])('%s is refused', async (url) => {
  await expect(openSender([])(url, { signal })).rejects.toThrow(AddressRefused);
});

test('a host name is refused if any of its addresses is private', async () => {
  for (const addresses of [['10.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1']]) {
    const send = openSender([], resolver(addresses).resolve);
    await expect(send('http://rebound.example/', { signal })).rejects.toThrow(
      /rebound\.example \(.*\) is not a public address; allow it with FARTHING_OUTBOUND_NETWORKS/,
    );
  }
});

test('a host is resolved once, and the connection uses the checked address', async () => {
  const { resolve, timesAsked } = resolver(['127.0.0.1'], ['10.0.0.1']);
  const send = openSender(['127.0.0.0/8'], resolve);
  const response = await send(`http://bucket.example:${port}/checked`, { signal });
  expect(await response.text()).toBe('ok');
  expect(timesAsked()).toBe(1);
  expect(requests.at(-1)).toMatchObject({ path: '/checked', host: `bucket.example:${port}` });
  await expect(send(`http://bucket.example:${port}/again`, { signal })).rejects.toThrow(
    AddressRefused,
  );
  expect(requests.at(-1)).toMatchObject({ path: '/checked' });
});

test('redirects are returned, not followed', async () => {
  const send = openSender(['127.0.0.1']);
  const response = await send(`http://127.0.0.1:${port}/moved`, { signal });
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    `http://127.0.0.1:${port}/secret`,
  ]);
  expect(requests.at(-1)).toMatchObject({ path: '/moved' });
});

test('an operator may choose any address, and bodies of every kind are sent', async () => {
  const url = `http://localhost:${port}/`;
  await expect(openSender([])(url, { signal })).rejects.toThrow('is not a public address');
  for (const body of ['text', new URLSearchParams({ a: 'b' }), new Blob(['blob'])]) {
    const response = await sendTrusted(url, { method: 'POST', body, signal });
    expect(await response.text()).toBe('ok');
  }
  expect(requests.slice(-3).map(({ body }) => body)).toEqual(['text', 'a=b', 'blob']);
});

test('a request ends with its signal', async () => {
  const ended = AbortSignal.abort(new Error('too late'));
  await expect(sendTrusted(`http://127.0.0.1:${port}/`, { signal: ended })).rejects.toThrow();
});
