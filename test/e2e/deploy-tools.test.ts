import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hasProgram } from '../deploy/tools.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('systemd finds no problem in the unit, and little that the service may do', ({ skip }) => {
  skip(!hasProgram('systemd-analyze'), 'systemd-analyze is not installed');
  const path = join(folder, 'farthing.service');
  // The program must exist where the unit says it is.
  const unit = readFileSync('deploy/farthing.service', 'utf8');
  writeFileSync(path, unit.replace('/usr/local/bin/farthing', process.execPath));
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const verified = analyze('verify', path);
  expect(verified.stderr).toBe('');
  expect(verified.status).toBe(0);
  // Of 10.0, which a unit without any hardening has nearly.
  const security = analyze('security', '--offline=true', '--threshold=20', path);
  expect(security.status, security.stdout.split('\n').at(-2)).toBe(0);
});

test('the release workflow is valid', ({ skip }) => {
  skip(!hasProgram('actionlint'), 'actionlint is not installed');
  const { status, stdout } = spawnSync('actionlint', ['.github/workflows/release.yml'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
