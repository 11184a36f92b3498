import { offsetOfCharacter } from '../../../../platform/lib/characters.js';
import { positionAt } from '../../../../platform/lib/source-text.js';
import { isBlank } from '../syntax/characters.js';
import { correctFormatting, type CorrectedText } from '../syntax/correct-formatting.js';
import { FilterError } from '../syntax/filter-error.js';
import { limits } from '../syntax/limits.js';
import { parse } from '../syntax/parse.js';
import { ProblemError, throwProblem } from '../syntax/problem.js';
import { checkCombinations } from './check-combinations.js';
import { checkConditions } from './check-conditions.js';
import type { Expression } from './expression.js';
import { type FilterKind, rulesOf } from './filter-kinds.js';
import { resolveFilter } from './resolve-filter.js';
import { takesText } from './schemas.js';
import { checkTagLookUps } from './tag-look-ups.js';

/** A filter that passed all checks of its kind. */
export interface Filter {
  kind: FilterKind;
  /** The text that was checked: as sent, or with corrected formatting for a data export. */
  text: string;
  expression: Expression;
}

/**
 * Parses and checks a filter. Returns null, meaning "no filter", when the text is null or blank.
 * Throws a `FilterError` for the first problem; `path` says where the filter was in the request,
 * for requests that contain several.
 */
export function checkFilter(kind: FilterKind, text: string | null, path?: string): Filter | null {
  const original = text ?? '';
  let source: CorrectedText = { text: original, originalOffset: (offset) => offset };
  try {
    checkLength(original);
    const { correctsFormatting, family } = rulesOf(kind);
    if (correctsFormatting) {
      source = correctFormatting(original, (fieldPath) => takesText(family, fieldPath));
    }
    return isBlank(source.text) ? noFilter(kind) : checkText(kind, source.text);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, offset, detail } = error.problem;
    const { line, column } = positionAt(original, source.originalOffset(offset));
    throw new FilterError(code, line, column, detail, path);
  }
}

function checkText(kind: FilterKind, text: string): Filter {
  const { family } = rulesOf(kind);
  const syntax = parse(text);
  checkConditions(syntax, kind);
  const expression = resolveFilter(syntax, family);
  checkCombinations(expression, family);
  checkTagLookUps(expression);
  return { kind, text, expression };
}

function checkLength(text: string): void {
  const excess = offsetOfCharacter(text, limits.characters);
  if (excess === null) return;
  throwProblem('limit', excess, `the filter is longer than ${limits.characters} characters`);
}

function noFilter(kind: FilterKind): null {
  if (!rulesOf(kind).required) return null;
  const detail = "the filter is empty, expected a condition such as costs.provider = 'aws'";
  throwProblem('empty', 0, detail);
}
