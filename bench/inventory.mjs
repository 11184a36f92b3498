// The longest request while an inventory is stored: `GET /v2/me`, sent one after the other, during the upload of an
// AWS Config snapshot on the embedded database, and during the jobs that it queues.
// Usage: npm run bench:inventory [-- RESOURCES]. Default: 50,000.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { addIntegration, openBenchApp, secret } from './bench-app.mjs';

const count = Number(process.argv[2] ?? 50_000);
const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' };
const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
const { app, workspace } = await openBenchApp(join(folder, 'data'));
const { db } = app.services;

try {
  const integration = 'accss_crdntl_00000000000000aa';
  await addIntegration(app, workspace, integration);
  await app.jobs.start({ isWorker: true });
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  console.log(`${count} resources\n`);
  console.log(
    '| Inventory | Stored after, s | Longest request, s | Jobs after, s | Longest request, s |',
  );
  console.log('|---|---|---|---|---|');
  // The second changes all resources, and lists some for the first time; so does the third, and some are gone.
  for (const [number, name] of ['first', 'second', 'third'].entries()) {
    const run = () => upload(origin, integration, snapshot(number));
    const stored = await longestRequest(origin, run);
    const jobs = await longestRequest(origin, jobsToEnd);
    console.log(`| ${name} | ${stored} | ${jobs} |`);
  }
} finally {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Seconds that some work takes, and of the longest request meanwhile. */
async function longestRequest(origin, work) {
  const started = performance.now();
  const run = { isOver: false };
  let longest = 0;
  const working = work().finally(() => {
    run.isOver = true;
  });
  while (!run.isOver) {
    const sent = performance.now();
    const answer = await fetch(`${origin}/v2/me`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`GET /v2/me answers ${answer.status}`);
    longest = Math.max(longest, performance.now() - sent);
    await setTimeout(5);
  }
  await working;
  return [performance.now() - started, longest].map((ms) => (ms / 1000).toFixed(1)).join(' | ');
}

async function upload(origin, integration, body) {
  const path = `/v2/integrations/${integration}/data_files?name=config.json`;
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
  const { run_id: id, errors } = await answer.json();
  if (answer.status !== 202) throw new Error(errors.join(' '));
  for (;;) {
    const run = await fetch(`${origin}/console/imports/runs/${id}`, { headers });
    const { status, errors: failures } = await run.json();
    if (status === 'failed') throw new Error(failures.join(' '));
    if (status === 'committed') return;
    await setTimeout(50);
  }
}

async function jobsToEnd() {
  for (;;) {
    const { rows } =
      await sql`select 1 from pgboss.job where state in ('created', 'retry', 'active')
      and name in ('sync-resources', 'find-recommendations') limit 1`.execute(db);
    if (rows.length === 0) return;
    await setTimeout(50);
  }
}

/** A snapshot in which a fiftieth of the resources is replaced each time. */
function snapshot(number) {
  const first = (number * count) / 50;
  const items = Array.from({ length: count }, (_, index) => item(first + index, number));
  return `{"fileVersion":"1.0","configSnapshotId":"s${number}","configurationItems":[${items.join(',\n')}]}`;
}

function item(index, number) {
  const isInstance = index % 2 === 0;
  const [kind, id] = isInstance ? ['instance', `i-${index}`] : ['volume', `vol-${index}`];
  return JSON.stringify({
    configurationItemStatus: 'OK',
    resourceType: isInstance ? 'AWS::EC2::Instance' : 'AWS::EC2::Volume',
    resourceId: id,
    ARN: `arn:aws:ec2:us-east-1:111122223333:${kind}/${id}`,
    awsRegion: ['us-east-1', 'eu-west-1', 'ap-south-1'][index % 3],
    awsAccountId: '111122223333',
    tags: { Name: id, team: `team-${index % 20}`, number: String(number) },
    configuration: isInstance
      ? {
          instanceId: id,
          instanceType: 'm5.xlarge',
          imageId: `ami-${index % 50}`,
          privateIpAddress: '10.0.0.1',
          state: { name: 'running' },
        }
      : {
          volumeId: id,
          size: 100,
          volumeType: 'gp2',
          state: index % 7 === 0 ? 'available' : 'in-use',
        },
  });
}
