import type { App } from '../app.js';
import { healthChecks } from '../domain/health-checks.js';
import type { HealthState, Installation } from '../platform/health/check.js';
import { type CheckResult, type HealthReport, runChecks } from '../platform/health/run-checks.js';
import {
  type Command,
  type CommandEnvironment,
  CommandFailure,
  type CommandInput,
  type Screen,
  UsageError,
} from './command.js';
import { printable } from './screen-table.js';

/** A large installation is compared in parts, the newest first, when someone waits at a terminal. */
const readingSeconds = 600;

export const doctorCommand: Command = {
  name: 'doctor',
  usage: 'doctor [--json]',
  summary: 'Check settings, stores, costs, files, jobs and channels, and say what to do',
  printsData: true,
  options: { json: { type: 'boolean' } },
  run: async ({ app, ...input }) => printHealth(runningInstallation(app), input),
};

/** The installation that this process serves. */
const runningInstallation = ({ services, clock }: App): Installation => ({
  ...services,
  clock,
  isServing: true,
  hasSchema: true,
});

/** Runs all checks and prints what they find; fails if one of them does. */
export async function printHealth(
  installation: Installation,
  {
    flags,
    positionals,
    print,
    showProgress,
    signal,
    screen = { columns: null, hasColours: false },
  }: Pick<CommandInput, 'flags' | 'positionals'> & CommandEnvironment,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const report = await runChecks(healthChecks, installation, {
    readingSeconds,
    signal,
    // Lines that the next one replaces; a file or a program gets the report alone.
    ...(screen.columns !== null &&
      !flags['json'] && {
        onProgress: ({ title }, done, total) =>
          showProgress(
            [
              title,
              done.toLocaleString('en-US'),
              ...(total ? ['of', total.toLocaleString('en-US')] : []),
            ].join(' '),
          ),
      }),
  });
  if (flags['json']) print(JSON.stringify(report, null, 2));
  else for (const line of reportLines(report, screen)) print(line);
  const failures = report.checks.filter(({ state }) => state === 'failed').length;
  if (failures > 0) {
    throw new CommandFailure(failures === 1 ? '1 check failed.' : `${failures} checks failed.`);
  }
}

const codes: Readonly<Record<HealthState, number>> = { ok: 32, warning: 33, failed: 31 };

/** One line per check, and one with what to do below those that are not ok. */
function reportLines({ checks }: HealthReport, { hasColours }: Screen): string[] {
  const stateWidth = Math.max(...checks.map(({ state }) => state.length));
  const titleWidth = Math.max(...checks.map(({ title }) => title.length));
  const indent = ' '.repeat(stateWidth + titleWidth + 4);
  return checks.flatMap(({ state, title, found, remedy }: CheckResult) => {
    const word = state.padEnd(stateWidth);
    const colored = hasColours ? `\u001b[${codes[state]}m${word}\u001b[0m` : word;
    return [
      `${colored}  ${title.padEnd(titleWidth)}  ${printable(found)}`,
      ...(remedy === undefined ? [] : [`${indent}${printable(remedy)}`]),
    ];
  });
}
