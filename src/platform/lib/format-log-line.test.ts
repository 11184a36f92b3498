import { pino } from 'pino';
import { expect, test } from 'vitest';
import { formatLogLine } from './format-log-line.js';

/** What the log writes for one call, as text. */
function logged(act: (log: pino.Logger) => void): string {
  let text = '';
  const destination = { write: (line: string) => (text += formatLogLine(line)) };
  act(pino({ base: undefined, timestamp: () => ',"time":1795061100360' }, destination));
  return text;
}

test('a line has its time, level, message and fields', () => {
  expect(logged((log) => log.info({ job: 'evaluate-rules', ms: 48 }, 'no budget is over'))).toBe(
    '2026-11-19 04:05:00 INFO  no budget is over  job=evaluate-rules ms=48\n',
  );
});

test('texts with spaces, objects and line breaks stay on one line', () => {
  const line = logged((log) => log.warn({ name: 'a b\nc=1', req: { url: '/v2/me' } }, 'slow'));
  expect(line).toBe('2026-11-19 04:05:00 WARN  slow  name="a b\\nc=1" req={"url":"/v2/me"}\n');
});

test('an error is followed by its stack', () => {
  const lines = logged((log) => log.error(new Error('no disk'), 'import failed')).split('\n');
  expect(lines[0]).toBe('2026-11-19 04:05:00 ERROR import failed');
  expect(lines[1]).toBe('Error: no disk');
  expect(lines[2]).toMatch(/^ {4}at /);
});
