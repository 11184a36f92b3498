import { MultiSelect } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';

interface SavedFilterSelectProps {
  description: string;
  value: string[];
  onChange: (tokens: string[]) => void;
}

export function SavedFilterSelect({ description, value, onChange }: SavedFilterSelectProps) {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>('/v2/saved_filters', { workspace_token: workspace?.token });
  const known = (data?.['saved_filters'] ?? []) as { token: string; title: string }[];
  const others = value.filter((token) => !known.some((filter) => filter.token === token));
  return (
    <MultiSelect
      label="Saved filters"
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      placeholder={value.length === 0 ? 'None' : ''}
      data={[
        ...known.map(({ token, title }) => ({ value: token, label: title })),
        ...others.map((token) => ({ value: token, label: token })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
