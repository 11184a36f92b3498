import { Anchor, Code, Collapse, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeEditor } from '../../parts/code/CodeEditor.js';
import type { RuleForm } from './billing-rule.js';
import { sqlLanguage } from './sql-language.js';
import { sqlProblemOf } from './sql-problem.js';

const example = `UPDATE aws SET aws.lineItem/UnblendedCost = aws.lineItem/UnblendedCost * 1.02
WHERE aws.lineItem/ProductCode = 'AmazonEC2'`;

/** The statement of a custom rule; it is checked as it is typed. */
export function SqlField({ form, isReadOnly }: { form: RuleForm; isReadOnly: boolean }) {
  const text = form.values.sql_query;
  const problem = text.trim() === '' ? undefined : sqlProblemOf(text);
  return (
    <Stack gap="xs">
      <CodeEditor
        label="Statement"
        description="One UPDATE, DELETE or INSERT over the rows of an AWS bill (aws) or over all costs (costs)."
        value={text}
        onChange={(value) => form.set('sql_query', value)}
        error={form.errorOf('sql_query') ?? problem?.message}
        position={problem}
        placeholder={example}
        extensions={sqlLanguage}
        isReadOnly={isReadOnly}
        onSubmit={() => void form.submit()}
      />
      <SqlHelp />
    </Stack>
  );
}

const examples = [
  { text: 'Raise the cost of a service by 2 %', sql: example },
  {
    text: 'Leave out small amounts',
    sql: "DELETE FROM costs\nWHERE costs.service LIKE '%Support%' AND costs.amount < 0.01",
  },
  {
    text: 'Add a fee to every month',
    sql: "INSERT INTO costs (provider, service, amount)\nVALUES ('aws', 'Platform Fee', 110)",
  },
];

function SqlHelp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide examples' : 'Show examples'}
      </Anchor>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" mt="xs">
          {examples.map(({ text, sql }) => (
            <div key={text}>
              <Text size="sm">{text}</Text>
              <Code block>{sql}</Code>
            </div>
          ))}
          <Text size="sm" c="dimmed">
            Columns of costs: amount, currency, usage_amount, usage_unit, provider,
            billing_account_id, account_id, service, region, resource_id, cost_category,
            cost_sub_category, cost_type, accrued_at. Columns of aws are those of the Cost and Usage
            Report, without resource tags.
          </Text>
        </Stack>
      </Collapse>
    </div>
  );
}
