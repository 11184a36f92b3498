import { TagsInput } from '@mantine/core';

interface GroupByFieldProps {
  /** Names of the API. */
  value: readonly string[];
  labels: Readonly<Record<string, string>>;
  /** What can be typed besides: `tag:<key> for the values of one tag`. */
  typed: string;
  onChange: (groupings: string[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

/** Groupings by their labels; those that name a key of their own are typed. */
export function GroupByField(props: GroupByFieldProps) {
  const { value, labels, typed, onChange, error, isReadOnly } = props;
  const names = new Map(
    Object.entries(labels).map(([name, label]) => [label.toLowerCase(), name] as const),
  );
  return (
    <TagsInput
      label="Group by"
      description={`Choose some, or type ${typed}.`}
      disabled={isReadOnly}
      data={Object.values(labels)}
      value={value.map((name) => labels[name] ?? name)}
      onChange={(chosen) => onChange(chosen.map((text) => names.get(text.toLowerCase()) ?? text))}
      error={error}
    />
  );
}
