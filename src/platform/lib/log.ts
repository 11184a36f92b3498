import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { formatLogLine } from './format-log-line.js';

export type Log = Logger;

export type LogFormat = 'json' | 'text';

const standardError = 2;

/** Logs to standard error, because standard output is for the output of commands: JSON for programs, text for people. */
export function createLog(level: string, format: LogFormat): Log {
  const destination =
    format === 'json'
      ? pino.destination({ dest: standardError, sync: true })
      : { write: (line: string) => void writeSync(standardError, formatLogLine(line)) };
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie'], base: undefined },
    destination,
  );
}
