import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costsPath } from '../cost-requests.js';
import { focusBill } from '../focus-bill.js';
import { answersOf, damageOneByte, filesIn } from './installation-answers.js';
import { RecordingImporter } from './recording-importer.js';
import { RecordingWriter, createReferences } from './recording-writer.js';
import { seededRandom } from './seeded-random.js';
import {
  type ExitResult,
  type RunningServer,
  call,
  importBill,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';

const { newFolder, run, start } = useProcesses();

const seed = Number(process.env['TEST_SEED'] ?? 20_261_119);
const passphrase = 'a passphrase of the backup tests';
const succeeded = { status: 0, stderr: '' };

/** All names that a writer has ever given, as the audit log has them. */
async function namesInAuditLog(url: string, writer: string): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await call(url, 'GET', `/v2/audit_logs?limit=1000&page=${page}`);
    for (const log of body.audit_logs) {
      const changes = JSON.stringify(log.object_changes);
      for (const [, name] of changes.matchAll(/"(\w+ \d+)"/g)) names.push(name!);
    }
    if (!body.links.next) break;
  }
  return [...new Set(names)].filter((name) => name.startsWith(`${writer} `));
}

describe('backup and restore of the embedded engines', { timeout: timeoutMs }, () => {
  const [data, target] = [newFolder(), newFolder()];
  const writers = ['ada', 'bob'];
  let server: RunningServer;
  let owner: { email: string; password: string };
  let written: RecordingWriter[];
  let importer: RecordingImporter;

  const login = (url: string) => call(url, 'POST', '/console/session', owner, '');

  beforeAll(async () => {
    server = await start(data, { FARTHING_OWNER_EMAIL: 'ada@example.com' });
    const password = /^ *password +(\S+)$/m.exec(server.stdout())![1]!;
    owner = { email: 'ada@example.com', password };
    const references = await createReferences(server.url);
    written = writers.map(
      (name, index) => new RecordingWriter(name, seededRandom(seed + index), references),
    );
    importer = new RecordingImporter(references.defaultWorkspace);
    importer.startPeriod();
  }, timeoutMs);

  test('a backup under writes and imports is of one moment, and survives a kill', async () => {
    const { url } = server;
    const clients = [
      ...written.map((writer) => () => writer.write(url)),
      () => importer.import(url),
    ];
    const stopped = new AbortController();
    const working = clients.map(async (act) => {
      while (!stopped.signal.aborted && (await act()));
    });
    const acknowledged = () => written.reduce((sum, each) => sum + each.acknowledged, 0);
    await waitFor('writes and imports are running', () =>
      acknowledged() > 20 && importer.acknowledged > 0 ? true : undefined,
    );
    const before = acknowledged();
    expect(await run(data, ['backup', target])).toMatchObject(succeeded);
    expect(acknowledged()).toBeGreaterThan(before);
    stopped.abort();
    await Promise.all(working);

    const restored = newFolder();
    expect(await run(restored, ['restore', target])).toMatchObject(succeeded);
    const copy = await start(restored);
    for (const name of writers) {
      // A writer writes one after another: at one moment, there are the first of its names and no others.
      const names = await namesInAuditLog(copy.url, name);
      const numbers = names.map((each) => Number(each.split(' ')[1])).toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers.length).toBeGreaterThan(5);
    }
    const logs = await call(copy.url, 'GET', '/v2/audit_logs?limit=1000');
    const destroyed = logs.body.audit_logs.filter(
      (log: { event: string }) => log.event === 'record_destroyed',
    );
    const { body } = await call(copy.url, 'GET', '/v2/saved_filters?limit=1000');
    const tokens = new Set(body.saved_filters.map((each: { token: string }) => each.token));
    for (const log of destroyed) expect(tokens.has(log.object_token)).toBe(false);
    // Both months of the bill are of one version.
    const costs = await call(
      copy.url,
      'GET',
      costsPath({
        start_date: '1990-01-01',
        end_date: '1990-02-28',
        date_bin: 'month',
        groupings: 'service',
        workspace_token: importer.workspace,
      }),
    );
    const amounts = costs.body.costs.map((row: { amount: string }) => Number(row.amount));
    expect(amounts).toEqual([amounts[0], amounts[0]]);
    await copy.kill();
  });

  test('what was restored answers like the original: objects, totals, credentials, audit log', async () => {
    await importBill(server.url, focusBill('other', '1992-03', '0.1', '12.000000000000000001'));
    const first = filesIn(target).length;
    expect(await run(data, ['backup', target])).toMatchObject(succeeded);
    const answers = await answersOf(server.url);
    await server.kill();
    expect(filesIn(target).length).toBeGreaterThan(first);

    const restored = newFolder();
    expect(await run(restored, ['restore', target])).toMatchObject(succeeded);
    const copy = await start(restored);
    expect(await answersOf(copy.url)).toEqual(answers);
    expect((await login(copy.url)).status).toBe(201);
    for (const writer of written) await writer.verifyAll(copy.url);
    await importer.verify(copy.url);
    // It goes on: the next object and the next load get numbers of their own.
    for (const writer of written) expect(await writer.write(copy.url)).toBe(true);
    expect(await importer.import(copy.url)).toBe(true);
    await importer.verify(copy.url);
    expect((await copy.stop()).status).toBe(0);
  });

  test('a second backup of what has not changed writes a manifest, and little else', async () => {
    const stopped = await run(data, ['backup', target]);
    expect(stopped).toMatchObject({ status: 0 });
    const before = filesIn(target);
    expect(await run(data, ['backup', target])).toMatchObject({ status: 0 });
    const added = filesIn(target).filter((name) => !before.includes(name));
    expect(added).toEqual([expect.stringMatching(/^backups\//)]);
  });

  test('a restore needs an empty folder, and an existing backup', async () => {
    const files = filesIn(join(data, 'files'));
    expect(await run(data, ['restore', target])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/has an installation .*; restore into an empty folder\.\n$/),
    });
    expect(filesIn(join(data, 'files'))).toEqual(files);
    const folder = newFolder();
    expect(await run(folder, ['restore', join(folder, 'absent')])).toMatchObject({
      status: 1,
      stdout: `There is no backup at ${join(folder, 'absent')}.\n`,
    });
    expect(await run(folder, ['restore', target, '--moment', '1999'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^There is no backup of the moment 1999; the latest are /),
    });
    expect(filesIn(folder)).toEqual([]);
  });

  describe('ten random bytes of a backup', () => {
    const whole = { open: newFolder(), sealed: newFolder() };
    beforeAll(async () => {
      expect(await run(data, ['backup', whole.open])).toMatchObject({ status: 0 });
      const env = { FARTHING_BACKUP_PASSPHRASE: passphrase };
      expect(await run(data, ['backup', whole.sealed], env)).toMatchObject({ status: 0 });
    }, timeoutMs);

    test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
      `damage %i is refused before anything changes (seed ${seed})`,
      async (number) => {
        const random = seededRandom(seed + 100 + number);
        const damaged = newFolder();
        cpSync(number % 2 === 0 ? whole.open : whole.sealed, damaged, { recursive: true });
        const where = damageOneByte(damaged, random);
        const folder = newFolder();
        const env = { FARTHING_BACKUP_PASSPHRASE: passphrase };
        const refused = (result: ExitResult) =>
          expect([where, result]).toEqual([
            where,
            { status: 1, stdout: expect.stringMatching(/The backup is damaged: /), stderr: '' },
          ]);
        refused(await run(folder, ['restore', '--check', damaged], env));
        refused(await run(folder, ['restore', damaged], env));
        expect(filesIn(folder)).toEqual([]);
      },
    );

    test('an encrypted backup is restored with its passphrase only, and tells nothing', async () => {
      const env = { FARTHING_BACKUP_PASSPHRASE: passphrase };
      const folder = newFolder();
      expect(await run(folder, ['restore', whole.sealed])).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^The backup is encrypted; set FARTHING_BACKUP_PASSPHRASE/),
      });
      const other = { FARTHING_BACKUP_PASSPHRASE: `${passphrase}!` };
      expect(await run(folder, ['restore', whole.sealed], other)).toMatchObject({
        status: 1,
        stdout: 'The backup was encrypted with another passphrase.\n',
      });
      expect(filesIn(folder)).toEqual([]);
      expect(await run(folder, ['restore', whole.sealed], env)).toMatchObject(succeeded);
      const copy = await start(folder);
      expect((await login(copy.url)).status).toBe(201);
      await copy.kill();
    });

    test('a backup in one file is restored like the others, and any damage of it refused', async () => {
      const folder = newFolder();
      const archive = join(folder, 'farthing.tar');
      expect(await run(data, ['backup', archive])).toMatchObject({ status: 0 });
      expect(await run(data, ['backup', archive])).toMatchObject({
        status: 1,
        stdout: `${archive} exists already; choose another name.\n`,
      });
      expect(execFileSync('tar', ['-tf', archive], { encoding: 'utf8' })).toMatch(/^parts\//);
      const restored = newFolder();
      expect(await run(restored, ['restore', archive])).toMatchObject(succeeded);
      damageOneByte(folder, seededRandom(seed + 200));
      expect(await run(newFolder(), ['restore', '--check', archive])).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/damaged/),
      });
    });
  });

  test('scheduled backups keep as many as they are told to, and only their parts', async () => {
    const kept = newFolder();
    const settings = {
      FARTHING_BACKUP_TARGET: kept,
      FARTHING_BACKUP_KEEP: '2',
      FARTHING_METRICS: 'true',
    };
    const folder = newFolder();
    expect(await run(folder, ['restore', target])).toMatchObject(succeeded);
    const scheduled = await start(folder, settings);
    const seconds = async () => {
      const text = await (await fetch(`${scheduled.url}/metrics`)).text();
      return Number(/^farthing_last_backup_timestamp_seconds (\S+)$/m.exec(text)![1]);
    };
    const backups = () => filesIn(kept).filter((name) => name.startsWith('backups/'));
    const seen = new Set<string>();
    const times = [await seconds()];
    for (const month of ['1995-01', '1995-02', '1995-03']) {
      await importBill(scheduled.url, focusBill('scheduled', month, 1, 2));
      expect(await run(folder, ['jobs', 'run', 'back-up'])).toMatchObject(succeeded);
      for (const name of filesIn(kept)) seen.add(name);
      times.push(await seconds());
    }
    expect(times.slice(1).toSorted((a, b) => a - b)).toEqual(times.slice(1));
    expect(times[3]).toBeGreaterThan(times[0]!);
    expect(backups()).toHaveLength(2);
    expect([...seen].filter((name) => !filesIn(kept).includes(name)).length).toBeGreaterThan(1);
    for (const name of backups()) {
      const moment = name.slice('backups/'.length, -65);
      const checked = await run(newFolder(), ['restore', '--check', kept, '--moment', moment]);
      expect(checked).toMatchObject(succeeded);
    }
    // A clean-up does not remove what a backup reads; once that has ended, it does.
    expect((await run(folder, ['jobs', 'run', 'load-clean-up'])).stdout).toMatch(/loads dropped/);
    await scheduled.kill();
  });

  const canMount = process.platform === 'linux' && process.getuid?.() === 0;

  describe.skipIf(!canMount)(
    `on a full disk${canMount ? '' : ' (skipped: needs root on Linux to mount a small disk)'}`,
    () => {
      const small = newFolder();
      beforeAll(() => {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=110m', 'tmpfs', small]);
      });
      afterAll(() => {
        execFileSync('umount', ['-l', small]);
      });
      const fill = (megabytes: number) =>
        writeFileSync(join(small, 'filler'), Buffer.alloc(megabytes * 1_000_000));
      const full = { status: 1, stdout: expect.stringMatching(/disk/) };

      test('a backup fails, and the earlier ones and the installation are as they were', async () => {
        const backups = join(small, 'backups');
        expect(await run(data, ['backup', backups])).toMatchObject({ status: 0 });
        const before = filesIn(backups);
        const copy = newFolder();
        cpSync(data, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
        const running = await start(copy);
        await importBill(running.url, focusBill('third', '1993-04', 1, 2, 3));
        for (const writer of written) await writer.write(running.url);
        const answers = await answersOf(running.url);
        fillCompletely(small);
        expect(await run(copy, ['backup', backups])).toMatchObject(full);
        expect(filesIn(backups)).toEqual(before);
        expect(await answersOf(running.url)).toEqual(answers);
        rmSync(join(small, 'filler'));
        expect(await run(copy, ['backup', backups])).toMatchObject({ status: 0 });
        expect(await run(newFolder(), ['restore', '--check', backups])).toMatchObject(succeeded);
        await running.kill();
        rmSync(backups, { recursive: true });
      });

      test('a restore fails, and the folder is as empty as it was', async () => {
        const folder = join(small, 'data');
        mkdirSync(folder);
        fill(10);
        expect(await run(folder, ['restore', target])).toMatchObject(full);
        expect(filesIn(folder)).toEqual([]);
        rmSync(join(small, 'filler'));
      });
    },
  );
});

/** Fills a disk to its last byte. */
function fillCompletely(folder: string): void {
  try {
    writeFileSync(join(folder, 'filler'), Buffer.alloc(2 ** 28));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
