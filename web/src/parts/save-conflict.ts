import { ApiProblem } from '../api/problem.js';

/** A save that was refused because the object had changed meanwhile, with what the user can do about it. */
export class SaveConflict extends ApiProblem {
  constructor(
    problem: ApiProblem,
    readonly loadNewer: () => void,
    readonly overwrite: () => void,
  ) {
    super(problem.status, problem.messages, problem.requestId, problem.path);
  }
}
