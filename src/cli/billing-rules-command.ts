import { type Ask, askApp } from './ask.js';
import { type BillingRule, billingRuleTable } from './billing-rule-table.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';

export const billingRulesCommand: Command = {
  name: 'billing-rules',
  usage: 'billing-rules [--json]',
  summary: 'List the billing rules, which change what managed accounts see and pay',
  printsData: true,
  options: { json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printBillingRules(askApp(app, signal), input),
};

type RulesInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

/** Asks for all billing rules, and prints them. */
export async function printBillingRules(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: RulesInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const query = new URLSearchParams({ limit: '1000' });
  const answer = (await ask('/v2/billing_rules', query)) as { billing_rules: BillingRule[] };
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  billingRuleTable(answer.billing_rules, screen).forEach((line) => print(line));
}
