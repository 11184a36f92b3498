import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard error, so that standard output stays for what commands print. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie'], base: undefined },
    pino.destination({ dest: 2, sync: true }),
  );
}
