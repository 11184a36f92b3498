import { CsvError, CsvReader, type CsvRow } from '../../../../../src/platform/lib/csv.js';
import { lastOfMonth } from '../../../lib/dates.js';
import { formatDecimal } from '../../../../../src/platform/lib/format-decimal.js';

/** A budget of a file. */
export interface CsvBudget {
  line: number;
  name: string;
  /** The name of its parent; empty without one. */
  parent: string;
  periods: { start_at: string; end_at: string; amount: string }[];
}

export interface BudgetCsv {
  budgets: CsvBudget[];
  /** Why the file cannot be imported, each with its line. */
  problems: string[];
}

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const decimalPattern = /^\d+(\.\d+)?$/;

/**
 * Reads a file of budgets: the first column is the name, the second may be `Parent Budget`, all others are
 * months such as `2026-03`. Each amount becomes a period of that month; a blank cell creates none.
 */
export function readBudgetCsv(text: string): BudgetCsv {
  const reader = new CsvReader();
  let rows: CsvRow[];
  try {
    rows = [...reader.push(text), ...reader.end()];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { budgets: [], problems: [`${error.message}.`] };
  }
  const [header, ...lines] = rows;
  if (!header) return { budgets: [], problems: ['The file is empty.'] };
  const hasParents = header.cells[1]?.trim().toLowerCase() === 'parent budget';
  const first = hasParents ? 2 : 1;
  const months = header.cells.slice(first).map((cell) => cell.trim());
  const problems = headerProblems(months);
  if (problems.length > 0) return { budgets: [], problems };
  const read = lines.map((row) => readLine(row, months, first));
  const budgets = read.map(({ budget }) => budget);
  return {
    budgets,
    problems: [...read.flatMap((each) => each.problems), ...treeProblems(budgets)],
  };
}

function headerProblems(months: readonly string[]): string[] {
  if (months.length === 0) return ['Line 1: there is no column of a month, such as 2026-03.'];
  return months.flatMap((month, index) => {
    if (month === '') return ['Line 1: a column has no name.'];
    if (!monthPattern.test(month)) return [`Line 1: “${month}” is not a month such as 2026-03.`];
    return months.indexOf(month) < index ? [`Line 1: ${month} occurs twice.`] : [];
  });
}

function readLine({ line, cells }: CsvRow, months: readonly string[], first: number) {
  const name = cells[0]!.trim();
  const problems = name === '' ? [`Line ${line}: the budget has no name.`] : [];
  if (cells.length > first + months.length) {
    problems.push(`Line ${line}: there are more cells than columns.`);
  }
  const periods = months.flatMap((month, index) => {
    const amount = cells[first + index]?.trim() ?? '';
    if (amount === '') return [];
    if (!decimalPattern.test(amount)) {
      problems.push(`Line ${line}: “${amount}” is not a plain number such as 1200.50.`);
      return [];
    }
    const start_at = `${month}-01`;
    return [{ start_at, end_at: lastOfMonth(start_at), amount: formatDecimal(amount) }];
  });
  const parent = first === 2 ? (cells[1]?.trim() ?? '') : '';
  return { budget: { line, name, parent, periods }, problems };
}

/** Names that occur twice, parents with amounts, and budgets that are their own ancestors. */
function treeProblems(budgets: readonly CsvBudget[]): string[] {
  const byName = new Map(budgets.map((each) => [each.name, each]));
  return budgets.flatMap(({ line, name, parent }) => {
    if (name !== '' && byName.get(name)!.line !== line) {
      return [`Line ${line}: the name “${name}” occurs twice.`];
    }
    const found = byName.get(parent);
    if (found && found.periods.length > 0) {
      return [`Line ${line}: the parent “${parent}” must have no amounts.`];
    }
    return isOwnAncestor(name, byName)
      ? [`Line ${line}: “${name}” is a parent of itself, directly or through others.`]
      : [];
  });
}

function isOwnAncestor(name: string, byName: ReadonlyMap<string, CsvBudget>): boolean {
  const seen = new Set<string>();
  let parent = byName.get(name)?.parent ?? '';
  while (parent !== '' && !seen.has(parent)) {
    if (parent === name) return true;
    seen.add(parent);
    parent = byName.get(parent)?.parent ?? '';
  }
  return false;
}
