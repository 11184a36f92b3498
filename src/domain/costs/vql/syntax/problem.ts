import type { FilterErrorCode } from './filter-error.js';

/** A problem at an offset of the parsed text, before its line and column are known. */
export interface Problem {
  code: FilterErrorCode;
  offset: number;
  detail: string;
}

/** Thrown by every stage; `checkFilter` turns it into a `FilterError`. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Stops with a problem. */
export function throwProblem(code: FilterErrorCode, offset: number, detail: string): never {
  throw new ProblemError({ code, offset, detail });
}

/** Stops with the problem that comes first in the text, if there is one. */
export function throwFirstProblem(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new ProblemError(problems.reduce((a, b) => (b.offset < a.offset ? b : a)));
}
