// Uploads a million business metric values to a server, reads them all back page by page, and prints
// resident and peak memory of the server and the longest wait of a concurrent request. Needs a build.
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

/** Current and peak resident memory of the server. */
function memoryUsage() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const megabytes = (name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return `${megabytes('VmRSS')} MB resident, ${megabytes('VmHWM')} MB peak`;
}

/** CPU seconds of the server; they depend less on other load than wall-clock time. */
function cpuSeconds() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function call(method, path, body) {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** A day has a thousand labels. */
const dayOf = (index) =>
  new Date(Date.UTC(2020, 0, 1 + Math.floor(index / 1000))).toISOString().slice(0, 10);

function upload(path) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'multipart/form-data; boundary=X',
    };
    const outgoing = request(origin + path, { method: 'PUT', headers }, (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.write('--X\r\nContent-Disposition: form-data; name="csv"; filename="v.csv"\r\n\r\n');
    outgoing.write('date,amount,label\n');
    let index = 0;
    const writeMore = () => {
      while (index < count) {
        let chunk = '';
        for (const end = Math.min(index + 5000, count); index < end; index += 1) {
          chunk += `${dayOf(index)},${index}.25,label-${index % 1000}\n`;
        }
        if (!outgoing.write(chunk)) return outgoing.once('drain', writeMore);
      }
      outgoing.end('\r\n--X--\r\n');
      return undefined;
    };
    writeMore();
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

/** Sends small requests until the work is done and returns the longest wait in seconds. */
async function longestWait(work) {
  const state = { isDone: false };
  void work.finally(() => (state.isDone = true)).catch(() => {});
  let longest = 0;
  while (!state.isDone) {
    const started = performance.now();
    await call('GET', '/v2/me');
    longest = Math.max(longest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return longest / 1000;
}

const measure = async (name, start) => {
  const [started, cpuBefore] = [performance.now(), cpuSeconds()];
  const work = start();
  const wait = longestWait(work);
  const result = await work;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const cpu = (cpuSeconds() - cpuBefore).toFixed(1);
  console.log(
    `${name.padEnd(36)}${seconds.padStart(6)} s, ${cpu.padStart(5)} s CPU, ` +
      `longest wait ${(await wait).toFixed(1).padStart(5)} s, ${memoryUsage()}`,
  );
  return result;
};

try {
  const { token } = await call('POST', '/v2/business_metrics', { title: 'Bench' });
  const path = `/v2/business_metrics/${token}`;
  console.log(`${'idle'.padEnd(81)}${memoryUsage()}`);
  await measure(`upload of ${count} values`, () => upload(`${path}/values.csv`));
  const { rows, sum } = await measure('read back, 5000 per page', () => readAll(`${path}/values`));
  if (rows !== count || sum !== (BigInt(count) * BigInt(count - 1)) / 2n)
    throw new Error('values are missing');
  await measure('upload of the same values again', () => upload(`${path}/values.csv`));
  await measure('deletion of all values', () => call('DELETE', `${path}/values`));
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('close', resolve));
  rmSync(data, { recursive: true, force: true });
}
