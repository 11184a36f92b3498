// Builds deploy/Dockerfile with buildah, and runs the image as its user on a read-only root: it must serve, import a
// bill, pass its health check, stop in time, and write to its volume only. Needs root, buildah and mmdebstrap.
//   node scripts/check-image.mjs
// BASE_IMAGE names a base image to use; without it, one is made of Debian, and of Node.js and npm from the registry.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const nodeVersion = '24';
const npmVersion = '11';
/** What Docker and Kubernetes wait for a container to stop, the latter by default. */
const graceSeconds = 30;
const startSeconds = 300;

const work = mkdtempSync(join(tmpdir(), 'farthing-image-'));
const stores = ['--root', join(work, 'storage'), '--runroot', join(work, 'run')];
const run = (program, args, options) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
const buildah = (...args) => run('buildah', [...stores, '--storage-driver', 'vfs', ...args]).trim();

/** Debian with Node.js and npm, and the certificates that this machine trusts. */
function makeBase() {
  const folder = join(work, 'base');
  run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder]);
  const arch = { x64: 'x64', arm64: 'arm64' }[process.arch];
  unpack(`node-linux-${arch}@${nodeVersion}`, join(folder, 'usr/local'));
  const npm = join(folder, 'usr/local/lib/node_modules/npm');
  unpack(`npm@${npmVersion}`, npm);
  for (const name of ['npm', 'npx']) {
    run('ln', [
      '-s',
      `../lib/node_modules/npm/bin/${name}-cli.js`,
      join(folder, 'usr/local/bin', name),
    ]);
  }
  const certificates = 'etc/ssl/certs/ca-certificates.crt';
  cpSync(`/${certificates}`, join(folder, certificates));
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, folder, '/');
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=/${certificates}`, container);
  const id = buildah('commit', '--quiet', container);
  buildah('rm', container);
  rmSync(folder, { recursive: true });
  return id;
}

/** Unpacks a package of the registry. */
function unpack(name, folder) {
  const file = run('npm', ['pack', '--silent', '--pack-destination', work, name]).trim();
  mkdirSync(folder, { recursive: true });
  run('tar', ['xzf', join(work, file), '-C', folder, '--strip-components=1', '--no-same-owner']);
}

function buildImage(base) {
  const list = join(work, 'image');
  const flags = ['--isolation', 'chroot', '--format', 'docker', '--iidfile', list, '--quiet'];
  const values = [`BASE_IMAGE=${base}`, 'VERSION=checked'].flatMap((each) => ['--build-arg', each]);
  const files = ['--file', 'deploy/Dockerfile', '--ignorefile', 'deploy/Dockerfile.dockerignore'];
  buildah('build', ...flags, ...values, ...files, '.');
  return readFileSync(list, 'utf8').trim();
}

async function checkImage(image) {
  const container = buildah('from', image);
  const root = buildah('mount', container);
  const { Docker: description } = JSON.parse(buildah('inspect', '--type', 'image', image));
  const { config } = description;
  const [volume] = Object.keys(config.Volumes);
  report(`image ${megabytes(root)} MB, user ${config.User}, volume ${volume}`);
  expect(/^[1-9]\d*:[1-9]\d*$/.test(config.User), 'its user is not root, and a number');
  expect(config.Labels['org.opencontainers.image.version'] === 'checked', 'it has its version');
  const before = files(root);

  const port = await freePort();
  const env = [...config.Env, `FARTHING_PORT=${port}`, 'FARTHING_HOST=127.0.0.1'];
  const command = (...args) => inContainer(root, volume, config.User, env, args);
  const started = performance.now();
  const server = spawn(...command(...config.Entrypoint, ...config.Cmd), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (part) => (output += part));
    await waitFor('it is ready', () => {
      if (server.exitCode !== null) throw new Error(`It exited:\n${output}`);
      return output.includes('Farthing is ready');
    });
    report(`ready after ${seconds(started)} s`);
    const token = /API token (\S+)/.exec(output)[1];
    await importBill(`http://127.0.0.1:${port}`, token);
    const health = spawnSync(...command(...config.Healthcheck.Test.slice(1)));
    expect(health.status === 0, 'its health check passes while it serves');

    const stopping = performance.now();
    server.kill(config.StopSignal ?? 'SIGTERM');
    const [status] = await Promise.race([
      once(server, 'exit'),
      delay(graceSeconds * 1000, ['late']),
    ]);
    expect(
      status === 0,
      `it stops with status 0 within ${graceSeconds} s, not ${status}:\n${output}`,
    );
    report(`stopped after ${seconds(stopping)} s`);
    expect(!/EROFS|EACCES/.test(output), `it is refused no file:\n${output}`);
    const refused = spawnSync(...command(...config.Healthcheck.Test.slice(1)));
    expect(refused.status === 1, 'its health check fails when it does not serve');
  } finally {
    server.kill('SIGKILL');
  }
  expect(files(root) === before, 'it writes nothing outside its volume');
  report(`its volume has ${readdirSync(join(work, 'volume')).join(', ')}`);
}

/** A command in a mount namespace of its own: the root is read-only, the volume alone can be written. */
function inContainer(root, volume, user, env, args) {
  const data = join(work, 'volume');
  mkdirSync(data, { recursive: true });
  run('chown', [user, data]);
  const script = [
    'set -e',
    'mount --bind "$1" "$1"',
    'mount --rbind /dev "$1/dev"',
    'mount -t proc proc "$1/proc"',
    'mount -o remount,ro,bind "$1"',
    'mount --bind "$2" "$1$3"',
    'root=$1 user=$4; shift 4',
    'exec chroot --userspec="$user" "$root" env -i "$@"',
  ].join('\n');
  const values = [root, data, volume, user, ...env, ...args];
  return ['unshare', ['--mount', 'sh', '-c', script, 'sh', ...values]];
}

async function importBill(url, token) {
  const headers = { authorization: `Bearer ${token}` };
  const bill = [
    'BilledCost,EffectiveCost,BillingCurrency,ChargePeriodStart,ChargePeriodEnd,BillingPeriodStart,BillingPeriodEnd,ProviderName,BillingAccountId,ServiceName,ChargeCategory',
    '1.25,1.25,USD,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z,AWS,1,Storage,Usage',
  ].join('\n');
  const sent = await fetch(`${url}/console/imports?name=bill.csv`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: bill,
  });
  const { run_id: id } = await sent.json();
  const read = async (path) => (await fetch(url + path, { headers })).json();
  await waitFor('the bill is imported', async () => {
    const { status } = await read(`/console/imports/runs/${id}`);
    return status !== 'running';
  });
  const costs = await read(
    "/v2/costs?filter=costs.provider='aws'&start_date=2026-01-01&end_date=2026-01-31",
  );
  expect(
    costs.total_cost?.amount === '1.25',
    `it answers with the costs of the bill: ${JSON.stringify(costs)}`,
  );
}

/** Every file of the image with its size and time of change, so that any difference shows. */
const files = (root) =>
  run('find', [root, '-xdev', '-printf', '%P %s %T@ %m\\n'], { maxBuffer: 2 ** 28 });

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function waitFor(what, check) {
  const end = Date.now() + startSeconds * 1000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Not within ${startSeconds} s: ${what}`);
    await delay(100);
  }
}

function expect(holds, what) {
  if (!holds) throw new Error(`Expected that ${what}.`);
}

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
const megabytes = (folder) => run('du', ['-sm', folder]).split('\t')[0];
const report = (line) => console.log(line);

try {
  const base = process.env.BASE_IMAGE ?? makeBase();
  const image = buildImage(base);
  await checkImage(image);
} finally {
  buildah('rm', '--all');
  rmSync(work, { recursive: true, force: true });
}
