import { TestRunner, onTestFinished } from 'vitest';

const initial = new Date('2026-03-10T09:00:00Z');

/** The clock of the app that the files of a process share. */
export const clock = { now: initial };

const testsWithOwnTime = new WeakSet<object>();

/** Sets the clock: in a test until it ends, in a hook of a file until the file ends. */
export function setTime(text: string): void {
  const test = TestRunner.getCurrentTest();
  if (test && !testsWithOwnTime.has(test)) {
    testsWithOwnTime.add(test);
    const before = clock.now;
    onTestFinished(() => void (clock.now = before));
  }
  clock.now = new Date(text);
}

export function resetTime(): void {
  clock.now = initial;
}
