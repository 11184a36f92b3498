import { Select } from '@mantine/core';
import { type PlacedRule, groups } from './pipeline.js';

interface AddRuleProps {
  /** Those that the account does not have. */
  rules: readonly PlacedRule[];
  onAdd: (rule: PlacedRule) => void;
}

/** Adds a rule at the end of its group. */
export function AddRule({ rules, onAdd }: AddRuleProps) {
  if (rules.length === 0) return null;
  const data = groups.map(({ group, title }) => ({
    group: title,
    items: rules
      .filter((rule) => rule.group === group)
      .map((rule) => ({ value: rule.token, label: rule.title })),
  }));
  return (
    <Select
      aria-label="Add a billing rule"
      placeholder="Add a billing rule"
      searchable
      maw={360}
      value={null}
      data={data.filter(({ items }) => items.length > 0)}
      onChange={(chosen) => {
        const rule = rules.find(({ token }) => token === chosen);
        if (rule) onAdd(rule);
      }}
    />
  );
}
