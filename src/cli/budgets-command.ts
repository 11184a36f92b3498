import type { z } from 'zod';
import type { BudgetStatusList } from '../api/budgets/budget-status.js';
import { type Ask, askApp } from './ask.js';
import { budgetTable } from './budget-table.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { chooseWorkspace } from './cost-question.js';

export const budgetsCommand: Command = {
  name: 'budgets',
  usage: 'budgets [--workspace TOKEN_OR_NAME] [--json]',
  summary: 'Show how much of each budget of this month is spent and expected',
  printsData: true,
  options: { workspace: { type: 'string' }, json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printBudgets(askApp(app, signal), input),
};

type BudgetsInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

/** Asks for the budgets of a workspace, and prints them. */
export async function printBudgets(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: BudgetsInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const workspace = await chooseWorkspace(ask, flags['workspace']);
  const query = new URLSearchParams({ workspace_token: workspace, limit: '1000' });
  const answer = (await ask('/v2/budgets/status', query)) as z.output<typeof BudgetStatusList>;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  budgetTable(answer, screen).forEach((line) => print(line));
}
