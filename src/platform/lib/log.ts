import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Logs JSON lines to standard error, because standard output is for the output of commands. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie'], base: undefined },
    pino.destination({ dest: 2, sync: true }),
  );
}
