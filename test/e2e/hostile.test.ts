import { readFileSync } from 'node:fs';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, call, patienceMs, processes, until } from './process.js';
import { exchange, head, jsonHeaders, openSocket, post, readAnswers, write } from './raw-http.js';

const { newFolder, start } = processes();

let server: Running;
let url: string;
beforeAll(async () => {
  server = await start(newFolder());
  ({ url } = server);
}, patienceMs);

afterAll(() => {
  // Level 50 is for what someone must look at; nothing a stranger sends may cause it.
  const alarms = server
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(alarms).toEqual([]);
});

const titles = async (): Promise<string[]> =>
  (await call(url, 'GET', '/v2/folders')).body.folders.map((each: { title: string }) => each.title);

const folder = (title: string) => JSON.stringify({ title });
const oneError = { errors: [expect.any(String)] };

async function expectRefusal(status: number, ...parts: (string | Buffer)[]) {
  const answers = await exchange(url, ...parts);
  expect(answers.map((answer) => [answer.status, answer.json()])).toEqual([[status, oneError]]);
  expect(answers[0]!.headers['content-type']).toMatch(/^application\/json/);
}

describe('what is not HTTP', () => {
  test.each([
    ['a TLS hello', Buffer.from('16030100c8010000c403030a0b0c0d0e0f', 'hex')],
    ['another protocol', 'EHLO mail.example\r\n\r\n'],
    ['an unknown method', head('BREW /v2/me')],
    ['a header without a colon', 'GET /v2/me HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n'],
    ['a length that is no number', head('POST /v2/folders', { 'Content-Length': 'many' })],
    [
      'two ways to tell the length',
      `${head('POST /v2/folders', { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
    ],
    [
      'a broken chunk',
      `${head('POST /v2/folders', { 'Transfer-Encoding': 'chunked', ...jsonHeaders })}zz\r\n{}\r\n`,
    ],
  ])('%s answers 400', async (_name, bytes) => {
    await expectRefusal(400, bytes);
  });

  test('a head over 128 KiB answers 431', async () => {
    await expectRefusal(431, head('GET /v2/me', { 'X-Padding': 'x'.repeat(130 * 1024) }));
  });

  test('a client that leaves in the middle of the head harms nobody', async () => {
    const socket = await openSocket(url);
    await write(socket, 'GET /v2/me HTT');
    socket.destroy();
    expect((await call(url, 'GET', '/v2/me')).status).toBe(200);
  });
});

const get = async (target: string) => {
  const [answer] = await exchange(url, head(`GET ${target}`, { Connection: 'close' }));
  return answer!;
};

describe('paths and queries', () => {
  test('a query of 100 KiB works', async () => {
    const answer = await get(`/v2/folders?q=${'x'.repeat(100 * 1024)}`);
    expect([answer.status, answer.json().folders]).toEqual([200, []]);
  });

  test('a token of 100 KiB is not found', async () => {
    expect((await get(`/v2/folders/${'x'.repeat(100 * 1024)}`)).status).toBe(404);
  });

  test.each(['/v2/folders/%E0%A4%A', '/v2/folders/%zz', '/v2/%ff'])(
    'bad percent-encoding in the path answers 400: %s',
    async (target) => {
      const answer = await get(target);
      expect([answer.status, answer.json()]).toEqual([400, oneError]);
    },
  );

  test.each(['?q=%zz', '?q=%E0%A4%A', '?%ff=1', '?q=%00', '?q=%ed%a0%80'])(
    'a query that is no text answers 400: %s',
    async (query) => {
      const answer = await get(`/v2/folders${query}`);
      expect([answer.status, answer.json()]).toEqual([400, oneError]);
    },
  );

  test('a NUL in a token is not found', async () => {
    const answer = await get('/v2/folders/fldr_%00');
    expect([answer.status, answer.json()]).toEqual([404, oneError]);
  });

  test('of a repeated key the last counts', async () => {
    const answer = await get('/v2/teams?limit=500&limit=nonsense&limit=1');
    expect(answer.status).toBe(200);
    expect(answer.json().teams).toHaveLength(1);
  });
});

const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe('bodies', () => {
  test.each([
    ['200 levels deep', nested(200)],
    ['a megabyte of [', '['.repeat(1_000_000)],
    ['a megabyte of {"a":', '{"a":'.repeat(200_000)],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"title":"'), 0xc3, 0x28, 0x22, 0x7d])],
    ['a raw NUL', Buffer.from('{"title":"a\0b"}')],
    ['an escaped NUL', String.raw`{"title":"a\u0000b"}`],
    ['a NUL in a key', String.raw`{"title":"a","b\u0000":1}`],
    ['half a surrogate pair', String.raw`{"title":"\ud800"}`],
    ['half a surrogate pair below', String.raw`{"title":"a","more":["\udfff"]}`],
    ['a list', '[{"title":"a"}]'],
    ['text that goes on after the end', '{"title":"a"}}'],
  ])('%s answers 400', async (_name, body) => {
    await expectRefusal(400, post('/v2/folders', body));
  });

  test('a __proto__ key changes nothing but the body', async () => {
    const body = '{"__proto__":{"title":"polluted"},"constructor":{"prototype":{"title":"p"}}}';
    await expectRefusal(400, post('/v2/folders', body));
  });

  test('a body that comes in small pieces is taken', async () => {
    const bytes = post('/v2/folders', folder('In pieces'));
    const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
    const [answer] = await exchange(url, ...pieces);
    expect([answer!.status, answer!.json().title]).toEqual([201, 'In pieces']);
  });

  test('a client that leaves in the middle of its body changes nothing', async () => {
    const socket = await openSocket(url);
    const bytes = post('/v2/folders', folder('Never finished'));
    await write(socket, bytes.subarray(0, -3));
    socket.destroy();
    const [half] = await exchange(url, post('/v2/folders', folder('After it')));
    expect(half!.status).toBe(201);
    expect(await titles()).not.toContain('Never finished');
  });

  test('a client that closes its half before the body is whole is answered or cut, and changes nothing', async () => {
    const socket = await openSocket(url);
    const answers = readAnswers(socket);
    socket.end(post('/v2/folders', folder('Half closed')).subarray(0, -3));
    for (const answer of await answers) expect(answer.status).toBe(400);
    expect(await titles()).not.toContain('Half closed');
  });

  test('a body over the limit answers 413, by its header alone', async () => {
    const length = { 'Content-Length': 11 * 2 ** 20 };
    await expectRefusal(413, head('POST /v2/folders', { ...jsonHeaders, ...length }), '{');
  });

  test('a body over the limit answers 413 when no header tells its length', async () => {
    const mebibyte = `100000\r\n${' '.repeat(2 ** 20)}\r\n`;
    // The last bytes break the limit: a connection that ends with bytes unread may lose its answer.
    await expectRefusal(
      413,
      head('POST /v2/folders', { ...jsonHeaders, 'Transfer-Encoding': 'chunked' }),
      ...Array.from({ length: 10 }, () => mebibyte),
      `1\r\n \r\n`,
    );
  });

  test('a chunked body is taken', async () => {
    const [answer] = await exchange(
      url,
      head('POST /v2/folders', { ...jsonHeaders, 'Transfer-Encoding': 'chunked' }),
      '8\r\n{"title"\r\n',
      'b\r\n:"Chunked"}\r\n',
      '0\r\n\r\n',
    );
    expect([answer!.status, answer!.json().title]).toEqual([201, 'Chunked']);
  });

  test('Expect: 100-continue is answered before the body is sent', async () => {
    const body = folder('Continued');
    const socket = await openSocket(url);
    const answers = readAnswers(socket);
    const length = { 'Content-Length': body.length, Expect: '100-continue' };
    const continued = new Promise<string>((done) => {
      socket.once('data', (chunk: Buffer) => done(chunk.toString()));
    });
    await write(socket, head('POST /v2/folders', { ...jsonHeaders, ...length }));
    expect(await continued).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await write(socket, body);
    expect((await answers).map((answer) => answer.status)).toEqual([100, 201]);
  });

  describe('in gzip', () => {
    const gzip = { 'Content-Encoding': 'gzip' };

    test('are taken', async () => {
      const [answer] = await exchange(url, post('/v2/folders', gzipSync(folder('Zipped')), gzip));
      expect([answer!.status, answer!.json().title]).toEqual([201, 'Zipped']);
    });

    test.each([
      ['corrupt', Buffer.from('this is not gzip at all')],
      ['cut off', gzipSync(folder('Cut off')).subarray(0, -10)],
      ['with a wrong checksum', wrongChecksum(gzipSync(folder('Wrong sum')))],
    ])('%s answer 400', async (_name, body) => {
      await expectRefusal(400, post('/v2/folders', body, gzip));
    });

    test('in another encoding answer 415', async () => {
      await expectRefusal(415, post('/v2/folders', 'x', { 'Content-Encoding': 'br' }));
    });

    test('that unpack to 1 GB answer 413 and take no memory', async () => {
      const before = peakMegabytes(server.pid);
      await expectRefusal(413, post('/v2/folders', gigabyteBomb(), gzip));
      expect(peakMegabytes(server.pid) - before).toBeLessThan(150);
    });
  });
});

function wrongChecksum(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 8]! ^= 0xff;
  return copy;
}

/** One megabyte that unpacks to 1 GB of blanks: the same compressed block again and again. */
function gigabyteBomb(): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  const block = deflateRawSync(Buffer.alloc(16 * 2 ** 20, ' '), { finishFlush });
  const gzipHead = Buffer.from('1f8b0800000000000003', 'hex');
  return Buffer.concat([gzipHead, ...Array.from({ length: 64 }, () => block)]);
}

/** The most memory the process ever held; only Linux tells, elsewhere the answer is always 0. */
function peakMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

describe('methods and connections', () => {
  test('pipelined requests are answered in order', async () => {
    const answers = await exchange(
      url,
      head('GET /v2/ping') +
        head('GET /v2/folders/fldr_none') +
        head('GET /v2/ping', { Authorization: 'Bearer nobody', Connection: 'close' }),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 401]);
  });

  test('garbage after a whole request spoils only itself', async () => {
    const answers = await exchange(url, `${head('GET /v2/ping')}\u0000\u0001garbage\r\n\r\n`);
    expect(answers.map((answer) => answer.status)).toContain(400);
  });

  test('HEAD answers the headers of GET without a body', async () => {
    const options = { headers: { authorization: head('x').match(/Bearer \S+/)![0] } };
    const get = await fetch(`${url}/v2/teams`, options);
    const headOnly = await fetch(`${url}/v2/teams`, { ...options, method: 'HEAD' });
    expect([headOnly.status, await headOnly.text()]).toEqual([200, '']);
    expect(headOnly.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await fetch(`${url}/v2/teams`, { method: 'HEAD' })).status).toBe(401);
  });

  test('OPTIONS tells the methods without a credential', async () => {
    const answer = await fetch(`${url}/v2/folders`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });

  test('a method that the path lacks answers 405', async () => {
    const answer = await call(url, 'PATCH', '/v2/folders', {});
    expect([answer.status, answer.body]).toEqual([405, oneError]);
  });

  test('200 connections that say nothing do not keep others out', async () => {
    const silent = await Promise.all(Array.from({ length: 200 }, () => openSocket(url)));
    expect((await call(url, 'GET', '/v2/me')).status).toBe(200);
    for (const socket of silent) socket.destroy();
  });
});

describe('ten writers of one folder', () => {
  test('lose nothing: every change builds on the one before it', async () => {
    const make = async (path: string, body: object) =>
      (await call(url, 'POST', path, body)).body.token as string;
    const token = await make('/v2/folders', { title: 'Wanted' });
    const filters = await Promise.all(
      Array.from({ length: 5 }, (_, at) => make('/v2/saved_filters', { title: `Filter ${at}` })),
    );
    const bodies = filters.flatMap((filter, at) => [
      { title: `Title ${at}` },
      { saved_filter_tokens: [filter] },
    ]);
    const answers = await Promise.all(
      bodies.map((body) => call(url, 'PUT', `/v2/folders/${token}`, body)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(bodies.map(() => 200));

    const { body } = await call(url, 'GET', `/v2/audit_logs?object_token=${token}&action=update`);
    const changes: Record<string, [unknown, unknown]>[] = body.audit_logs
      .map((log: { object_changes: unknown }) => log.object_changes)
      .toReversed();
    expect(changes).toHaveLength(10);
    const chain = (key: string) => changes.flatMap((each) => (each[key] ? [each[key]] : []));
    for (const [key, first] of [
      ['title', 'Wanted'],
      ['saved_filter_tokens', []],
    ] as const) {
      const links = chain(key);
      expect(links).toHaveLength(5);
      expect(links.map(([previous]) => previous)).toEqual([
        first,
        ...links.slice(0, -1).map(([, next]) => next),
      ]);
      const now = (await call(url, 'GET', `/v2/folders/${token}`)).body;
      expect(now[key]).toEqual(links.at(-1)![1]);
    }
  });
});

test('after all of it the server is whole and ends in order', async () => {
  const health = await until('the server is well', async () => {
    const answer = await fetch(`${url}/healthz`);
    return answer.ok ? answer : undefined;
  });
  expect(await health.json()).toEqual({ status: 'ok', ailing: [] });
  expect((await server.stop()).status).toBe(0);
});
