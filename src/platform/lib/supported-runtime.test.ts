import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentRuntime, oldestNode, unsupportedReason } from './supported-runtime.js';

const linux = { version: '20.19.0', platform: 'linux', arch: 'x64', hasGlibc: true };
const mac = { version: '24.1.0', platform: 'darwin', arch: 'arm64', hasGlibc: false };

test('runs on Linux with glibc and on macOS, on x64 and arm64', () => {
  expect([linux, { ...linux, arch: 'arm64' }, mac].map(unsupportedReason)).toEqual(
    Array(3).fill(undefined),
  );
});

test('says what it needs where it does not run', () => {
  const reasons = [
    { ...linux, version: '20.18.3' },
    { ...linux, version: '8.9.0' },
    { ...linux, platform: 'win32', hasGlibc: false },
    { ...linux, platform: 'freebsd' },
    { ...linux, arch: 'ia32' },
    { ...linux, hasGlibc: false },
  ].map(unsupportedReason);
  expect(reasons).toEqual([
    expect.stringContaining('needs Node.js 20.19 or newer, and this is 20.18.3'),
    expect.stringContaining('and this is 8.9.0'),
    expect.stringContaining('WSL 2'),
    expect.stringContaining('this is freebsd on x64'),
    expect.stringContaining('this is linux on ia32'),
    expect.stringContaining('has musl'),
  ]);
});

test('an old version is the first thing that is said', () => {
  const reason = unsupportedReason({ ...linux, version: '16.20.2', platform: 'win32' });
  expect(reason).toContain('16.20.2');
});

test('the oldest version is that of package.json', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(`>=${oldestNode}`);
});

test('the machine that runs the tests is supported', () => {
  expect(unsupportedReason(currentRuntime())).toBeUndefined();
});
