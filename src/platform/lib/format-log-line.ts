import { pino } from 'pino';

interface Entry {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

/** `2026-11-19 04:13:00 INFO  stopped  job=evaluate-rules ms=48`: a JSON line of the log as people read it. */
export function formatLogLine(line: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(line) as Entry;
  const when = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  const name = (pino.levels.labels[level] ?? String(level)).toUpperCase().padEnd(5);
  const details = Object.entries(fields).map(([field, value]) => ` ${field}=${format(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${when} ${name} ${msg}${details.length > 0 ? ' ' : ''}${details.join('')}${stack}\n`;
}

/** Text of one word as it is, everything else as JSON. */
const format = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
