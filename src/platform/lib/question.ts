import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that someone waits for: its statements are limited in time, and end when nobody waits any more. */
export interface Question {
  signal: AbortSignal;
}

const questions = new AsyncLocalStorage<Question>();

/** Runs work as one question, which is cancelled by the signal. */
export function asQuestion<Result>(signal: AbortSignal, work: () => Result): Result {
  return questions.run({ signal }, work);
}

/** The question that the caller works on; undefined in jobs, imports and commands. */
export const currentQuestion = (): Question | undefined => questions.getStore();
