/** An error of the API about a rule, as the form shows it. */
export interface RuleMessage {
  /** The field within the rule: `cost_metric.filter`. */
  field: string;
  text: string;
}

const path = /values\[(\d+)\](?:\.([\w.]*\w(?:\[\d+\])?(?:\.\w+)*))?/;

const labels: Record<string, string> = {
  filter: 'Filter',
  name: 'Value',
  display_name: 'Name',
  percentages: 'Percentages',
  business_metric_token: 'Business metric',
  'cost_metric.filter': 'Filter of the measured costs',
  'cost_metric.aggregation.tag': 'Tag of the measured costs',
  date_ranges: 'Dates',
};

/** Whether a message of the API is about one of the rules. */
export const isAboutRule = (message: string): boolean => path.test(message);

/** The messages about a rule, by its index in the request: `values[1].filter is missing` → `Filter is missing`. */
export function ruleMessages(messages: readonly string[], index: number): RuleMessage[] {
  return [...new Set(messages)].flatMap((message) => {
    const match = path.exec(message);
    if (!match || Number(match[1]) !== index) return [];
    const field = (match[2] ?? '').replaceAll(/\[\d+\].*$/g, '');
    // A syntax error has its position; the field that it is shown at needs no name.
    const text = message.startsWith('Invalid VQL')
      ? message.replace(` in ${match[0]}`, '')
      : message.replace(match[0], labels[field] ?? match[2] ?? 'The rule');
    return [{ field, text: text.charAt(0).toUpperCase() + text.slice(1) }];
  });
}
