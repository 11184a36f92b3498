import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../test/harness.js';
import { healthChecks } from '../domain/health-checks.js';
import type { Installation } from '../platform/health/check.js';
import type { HealthReport } from '../platform/health/run-checks.js';
import { type Screen, UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { doctorCommand, printHealth } from './doctor-command.js';

let installation: Installation;

beforeAll(async () => {
  const { services, clock } = await testApp();
  installation = { ...services, clock, isServing: true, hasSchema: true };
});

const printed: string[] = [];

async function run(
  args: string[],
  { screen, ...differences }: Partial<Installation> & { screen?: Screen } = {},
): Promise<void> {
  printed.length = 0;
  await printHealth(
    { ...installation, ...differences },
    {
      ...parseArguments(doctorCommand, ['doctor', ...args]),
      print: (line) => void printed.push(line),
      showProgress: () => undefined,
      cwd: '/',
      ...(screen && { screen }),
    },
  );
}

test('every check is one line, with what to do below those that are not ok', async () => {
  await expect(run([], { files: brokenFiles() })).rejects.toThrow(/^\d+ checks failed\.$/);
  const titles = printed.map((line) => /^(?:ok|warning|failed) +(.+?) {2}/.exec(line)?.[1]);
  expect(titles.filter((title) => title !== undefined)).toEqual(
    healthChecks.map(({ title }) => title),
  );
  const at = printed.findIndex((line) => /^failed +File store/.test(line));
  expect(printed[at]).toContain('Could not be checked: The bucket is gone.');
  expect(printed[at + 1]).toMatch(/^ {20,}Fix what the message names/);
});

test('--json prints the report', async () => {
  await expect(run(['--json'])).rejects.toThrow(/failed/);
  const { state, checks } = JSON.parse(printed.join('\n')) as HealthReport;
  expect(state).toBe('failed');
  expect(checks.map(({ name }) => name)).toEqual(healthChecks.map(({ name }) => name));
  expect(checks.find(({ name }) => name === 'database')).toMatchObject({ state: 'ok' });
});

test('states are colored only where the screen has colors', async () => {
  await expect(run([], { screen: { columns: 80, hasColours: true } })).rejects.toThrow(/failed/);
  expect(printed.some((line) => line.startsWith('\u001b[32mok'))).toBe(true);
});

test('arguments that do not exist are refused', async () => {
  await expect(run(['loads'])).rejects.toThrow(UsageError);
});

const brokenFiles = (): Installation['files'] => ({
  ...installation.files,
  put: async () => Promise.reject(new Error('The bucket is gone.')),
  delete: async () => undefined,
  list: () => installation.files.list(),
});
