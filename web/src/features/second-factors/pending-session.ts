import type { Answer, Schemas } from '../../api/types.js';

type LogInAnswer = Answer<'/console/session', 'post'>;

/** A log-in that waits for its second factor. */
export type PendingSession = Schemas['PendingSession'];

/** A log-in that is complete. */
export type StartedSession = Exclude<LogInAnswer, PendingSession>;

export const isPending = (answer: LogInAnswer): answer is PendingSession => 'ticket' in answer;
