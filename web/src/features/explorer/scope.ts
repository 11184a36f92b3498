import { type CostReport, hasOtherFilters } from '../cost-reports/cost-report.js';
import type { Question } from './question.js';

/** Whose costs are asked: those of the saved report as long as its filter stands or only narrows it. */
export interface Scope {
  report: string | undefined;
  filter: string;
}

export function scopeOf(question: Question, report?: CostReport): Scope {
  if (!report) return { report: undefined, filter: question.filter };
  if (question.filter === (report.filter ?? '')) return { report: report.token, filter: '' };
  return {
    report: hasOtherFilters(report) ? report.token : undefined,
    filter: question.filter,
  };
}
