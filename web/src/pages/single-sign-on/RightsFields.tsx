import { Button, Checkbox, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { organisationRoles, useTeams } from '../../features/teams/team.js';
import { Icon } from '../../parts/icons.js';
import type { ConnectionFormState, Mapping } from './connection.js';

/** Which role and which teams users get. */
export function RightsFields({ form }: { form: ConnectionFormState }) {
  const { values, set } = form;
  return (
    <Stack gap="md">
      <Title order={2}>Roles and teams</Title>
      <Select
        label="First role"
        description="For users who log in for the first time."
        allowDeselect={false}
        data={organisationRoles}
        value={values.default_role}
        onChange={(role) => role && set('default_role', role)}
        error={form.errorOf('default_role')}
      />
      <TextInput
        label="Groups claim"
        description="Name of the claim or attribute with the groups of a user."
        {...form.text('groups_claim')}
      />
      <Checkbox
        label="Set teams from groups at each log-in"
        description="Users join the team with the name of a group, and leave teams without one."
        checked={values.assigns_teams}
        onChange={(event) => set('assigns_teams', event.currentTarget.checked)}
      />
      <GroupMappings form={form} />
    </Stack>
  );
}

function GroupMappings({ form }: { form: ConnectionFormState }) {
  const mappings = form.values.group_mappings;
  const change = (index: number, values: Partial<Mapping>) =>
    form.set(
      'group_mappings',
      mappings.map((each, at) => (at === index ? { ...each, ...values } : each)),
    );
  const remove = (index: number) =>
    form.set(
      'group_mappings',
      mappings.filter((_, at) => at !== index),
    );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Map a group to a team of another name, or to a role. Of several roles the highest counts.
      </Text>
      {mappings.map((mapping, index) => (
        <MappingRow
          // Rows have no identity besides their place.
          key={index}
          name={`mapping ${index + 1}`}
          mapping={mapping}
          onChange={(values) => change(index, values)}
          onRemove={() => remove(index)}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="add" />}
          onClick={() => form.set('group_mappings', [...mappings, { group: '' }])}
        >
          Map a group
        </Button>
      </Group>
    </Stack>
  );
}

interface MappingRowProps {
  name: string;
  mapping: Mapping;
  onChange: (values: Partial<Mapping>) => void;
  onRemove: () => void;
}

function MappingRow({ name, mapping, onChange, onRemove }: MappingRowProps) {
  const teams = useTeams().filter((team) => team.name !== 'Everyone');
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Group"
        flex="1 1 10rem"
        aria-label={`Group of ${name}`}
        value={mapping.group}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <Select
        label="Team"
        flex="1 1 10rem"
        aria-label={`Team of ${name}`}
        placeholder="No team"
        clearable
        searchable
        data={teams.map(({ token, name: label }) => ({ value: token, label }))}
        value={mapping.team_token ?? null}
        onChange={(team_token) => onChange({ team_token })}
      />
      <Select
        label="Role"
        flex="1 1 10rem"
        aria-label={`Role of ${name}`}
        placeholder="No role"
        clearable
        data={organisationRoles}
        value={mapping.role ?? null}
        onChange={(role) => onChange({ role })}
      />
      <Button variant="subtle" color="gray" onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </Group>
  );
}
