import { Checkbox, Stack } from '@mantine/core';
import { useMe } from '../../api/current-user.js';

interface WorkspaceChoiceProps {
  value: string[];
  onChange: (tokens: string[]) => void;
  error?: string | undefined;
  isReadOnly?: boolean;
}

/** The workspaces that the costs of an integration appear in. */
export function WorkspaceChoice(props: WorkspaceChoiceProps) {
  const { value, onChange, error, isReadOnly = false } = props;
  const workspaces = useMe()?.workspaces ?? [];
  return (
    <Checkbox.Group
      label="Workspaces"
      description="The costs of the integration appear in the reports of these workspaces."
      error={error}
      value={value}
      onChange={onChange}
      readOnly={isReadOnly}
    >
      <Stack gap="sm" mt="sm">
        {workspaces.map(({ token, name }) => (
          <Checkbox key={token} value={token} label={name} disabled={isReadOnly} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
