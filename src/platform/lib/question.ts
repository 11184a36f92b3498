import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that someone waits for: its statements are limited in time, and end when nobody waits any more. */
export interface Question {
  /** Aborted when nobody waits for the response any more. */
  signal: AbortSignal;
  /** How long the response may take. */
  seconds: number;
}

const questions = new AsyncLocalStorage<Question>();

/** Runs work as one question, which is cancelled by its signal. */
export function asQuestion<Result>(question: Question, work: () => Result): Result {
  return questions.run(question, work);
}

/** The question that the caller works on; undefined in jobs, imports and commands. */
export const currentQuestion = (): Question | undefined => questions.getStore();
