import { isBlank, offsetOfCharacter, positionAt } from '../syntax/characters.js';
import { checkConditions } from './check-conditions.js';
import { checkRules } from './check-combinations.js';
import { correct, type CorrectedText } from '../syntax/correct-formatting.js';
import type { Expression } from './expression.js';
import { FilterError, ProblemFound, refuse } from '../syntax/filter-error.js';
import { type Kind, rulesOf } from './filter-kinds.js';
import { limits } from '../syntax/limits.js';
import { parse } from '../syntax/parse.js';
import { resolve } from './resolve-filter.js';

/** A filter that passed every check of its kind. */
export interface Filter {
  kind: Kind;
  /** The text that runs: as sent, or as corrected for a data export. */
  text: string;
  expression: Expression;
}

/**
 * Reads and checks a filter text. Null stands for "no filter": the text was null or blank.
 * Throws a `FilterError` for the first problem; `path` says where the text stood in the request,
 * for requests that hold several.
 */
export function checkFilter(kind: Kind, text: string | null, path?: string): Filter | null {
  const sent = text ?? '';
  let source: CorrectedText = { text: sent, sentOffset: (offset) => offset };
  try {
    checkLength(sent);
    if (rulesOf(kind).corrected) source = correct(sent, kind);
    return isBlank(source.text) ? noFilter(kind) : checkText(kind, source.text);
  } catch (error) {
    if (!(error instanceof ProblemFound)) throw error;
    const { code, offset, detail } = error.problem;
    const { line, column } = positionAt(sent, source.sentOffset(offset));
    throw new FilterError(code, line, column, detail, path);
  }
}

function checkText(kind: Kind, text: string): Filter {
  const { family } = rulesOf(kind);
  const syntax = parse(text);
  checkConditions(syntax, kind);
  const expression = resolve(syntax, family);
  checkRules(expression, family);
  return { kind, text, expression };
}

function checkLength(text: string): void {
  const beyond = offsetOfCharacter(text, limits.characters);
  if (beyond === null) return;
  refuse('limit', beyond, `the filter is longer than ${limits.characters} characters`);
}

function noFilter(kind: Kind): null {
  if (!rulesOf(kind).required) return null;
  const detail = "the filter is empty, expected a condition such as costs.provider = 'aws'";
  refuse('empty', 0, detail);
}
