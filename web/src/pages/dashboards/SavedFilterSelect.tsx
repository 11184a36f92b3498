import { MultiSelect } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';

interface SavedFilterSelectProps {
  description: string;
  value: string[];
  onChange: (tokens: string[]) => void;
}

/** A select of the saved filters of the workspace. */
export function SavedFilterSelect({ description, value, onChange }: SavedFilterSelectProps) {
  const workspace = useWorkspace();
  const { data } = useGet('/v2/saved_filters', {
    query: { workspace_token: workspace?.token },
  });
  const filters = data?.saved_filters ?? [];
  // Those that the user cannot see stay selected, under their tokens.
  const others = value.filter((token) => !filters.some((filter) => filter.token === token));
  return (
    <MultiSelect
      label="Saved filters"
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      placeholder={value.length === 0 ? 'None' : ''}
      data={[
        ...filters.map(({ token, title }) => ({ value: token, label: title })),
        ...others.map((token) => ({ value: token, label: token })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
