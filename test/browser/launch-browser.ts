import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The headless shell draws no window of its own, which takes half of the time.
const programs = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const program = programs.find((path) => existsSync(path));

/** Set where no browser is installed; CI must have one. */
export const isSkipped = program === undefined && process.env['CI'] !== 'true';
export const skipNotice = isSkipped ? ' (skipped: no Chromium is installed)' : '';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: program ?? programs[0]!,
    args: ['--no-sandbox', '--disable-gpu'],
  });
}
