// Uploads a million business metric values to a server of its own, reads them all back page by page, and
// prints how much memory the server had resident before, at most and after, and how long another request
// had to wait meanwhile. Needs a build.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const count = Number(process.argv[2] ?? 1_000_000);
const secret = `vntg_tkn_${'ab'.repeat(20)}`;
const data = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
const server = spawn(process.execPath, ['dist/main.js', 'serve', '--port', '0'], {
  env: {
    PATH: process.env.PATH,
    FARTHING_DATA: data,
    FARTHING_BOOTSTRAP_TOKEN: secret,
    FARTHING_RATE_LIMIT: '0',
    FARTHING_LOG_LEVEL: 'warn',
    ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

const origin = await new Promise((resolve) => {
  let text = '';
  server.stdout.on('data', (part) => {
    text += part;
    const url = /^Farthing is ready.*?(http:\/\/[^\s]+)/m.exec(text)?.[1];
    if (url) resolve(url);
  });
});

/** Megabytes: resident now, and the most there ever were. */
function memory() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return `${of('VmRSS')} MB resident, ${of('VmHWM')} MB at most`;
}

/** Seconds that the server has computed: beside other work, they tell more than the clock. */
function computed() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function call(method, path, body) {
  const answer = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

/** Days with a thousand labels each. */
const dayOf = (index) =>
  new Date(Date.UTC(2020, 0, 1 + Math.floor(index / 1000))).toISOString().slice(0, 10);

function upload(path) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'multipart/form-data; boundary=X',
    };
    const sent = request(origin + path, { method: 'PUT', headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${answer.statusCode} ${text}`)),
      );
    });
    sent.on('error', reject);
    sent.write('--X\r\nContent-Disposition: form-data; name="csv"; filename="v.csv"\r\n\r\n');
    sent.write('date,amount,label\n');
    let index = 0;
    const more = () => {
      while (index < count) {
        let piece = '';
        for (const end = Math.min(index + 5000, count); index < end; index += 1) {
          piece += `${dayOf(index)},${index}.25,label-${index % 1000}\n`;
        }
        if (!sent.write(piece)) return sent.once('drain', more);
      }
      sent.end('\r\n--X--\r\n');
      return undefined;
    };
    more();
  });
}

async function readAll(path) {
  let rows = 0;
  let sum = 0n;
  for (let page = 1; ; page += 1) {
    const { values, links } = await call('GET', `${path}?limit=5000&page=${page}`);
    for (const { amount } of values) sum += BigInt(amount.replace(/^(\d+)\.25$/, '$1'));
    rows += values.length;
    if (!links.next) return { rows, sum };
  }
}

/** Asks who is asking, again and again, until the work is done; the longest wait in seconds. */
async function longestWait(work) {
  const state = { isDone: false };
  void work.finally(() => (state.isDone = true)).catch(() => {});
  let longest = 0;
  while (!state.isDone) {
    const asked = performance.now();
    await call('GET', '/v2/me');
    longest = Math.max(longest, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return longest / 1000;
}

const timed = async (what, start) => {
  const [started, before] = [performance.now(), computed()];
  const work = start();
  const waited = longestWait(work);
  const result = await work;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const own = (computed() - before).toFixed(1);
  console.log(
    `${what.padEnd(36)}${seconds.padStart(6)} s, ${own.padStart(5)} s computed, ` +
      `others waited ${(await waited).toFixed(1).padStart(5)} s at most, ${memory()}`,
  );
  return result;
};

try {
  const { token } = await call('POST', '/v2/business_metrics', { title: 'Bench' });
  const path = `/v2/business_metrics/${token}`;
  console.log(`${'at rest'.padEnd(93)}${memory()}`);
  await timed(`upload of ${count} values`, () => upload(`${path}/values.csv`));
  const { rows, sum } = await timed('all of them read back, 5000 a page', () =>
    readAll(`${path}/values`),
  );
  if (rows !== count || sum !== (BigInt(count) * BigInt(count - 1)) / 2n)
    throw new Error('not all');
  await timed('upload of the same once more', () => upload(`${path}/values.csv`));
  await timed('deletion of all of them', () => call('DELETE', `${path}/values`));
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('close', resolve));
  rmSync(data, { recursive: true, force: true });
}
