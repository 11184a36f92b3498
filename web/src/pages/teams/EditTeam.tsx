import { Checkbox, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useMe } from '../../api/current-user.js';
import { type Team, isEveryone, teamsPath, useMayManage } from '../../features/teams/team.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { Members } from './Members.js';

const empty = {
  name: '',
  description: '',
  workspace_tokens: [] as string[],
  default_dashboard_token: null as string | null,
};
type Values = typeof empty;

export function NewTeam() {
  return (
    <OnlyFor role="Owner" title="New team" what="Creating teams is">
      <TeamForm
        title="New team"
        initial={empty}
        save={(body) => api.post(teamsPath, { body }).then(created)}
        mayManage
      />
    </OnlyFor>
  );
}

export const EditTeam = () => (
  <ObjectPage path="/v2/teams/{team_token}">{(team) => <OneTeam team={team} />}</ObjectPage>
);

function OneTeam({ team }: { team: Team }) {
  const mayManage = useMayManage(team);
  const { name, description, workspace_tokens, default_dashboard_token } = team;
  const path = { team_token: team.token };
  return (
    <Stack gap="xl">
      <TeamForm
        title={name}
        initial={{
          name,
          description: description ?? '',
          workspace_tokens,
          default_dashboard_token,
        }}
        save={(body) => api.put('/v2/teams/{team_token}', { path, body })}
        mayManage={mayManage}
        isEveryone={isEveryone(team)}
      />
      <Members team={team} mayManage={mayManage} />
    </Stack>
  );
}

interface TeamFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
  mayManage: boolean;
  isEveryone?: boolean;
}

function TeamForm({ title, initial, save, mayManage, isEveryone: isNameFixed }: TeamFormProps) {
  const workspaces = useMe()?.workspaces ?? [];
  const dashboards = useDashboards();
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(teamsPath, '/v2/me');
    toast(`Saved “${values.name}”.`);
    return saved;
  });
  return (
    <div>
      <FormPage
        title={title}
        back={{ label: 'Teams', to: '/teams' }}
        form={form}
        isReadOnly={!mayManage}
      >
        {!mayManage && (
          <Text size="sm" c="dimmed">
            Only owners of the organization and owners of this team can change it.
          </Text>
        )}
        <TextInput
          label="Name"
          required
          readOnly={!mayManage || Boolean(isNameFixed)}
          {...form.text('name')}
        />
        <Textarea
          label="Description"
          autosize
          readOnly={!mayManage}
          {...form.text('description')}
        />
        <Checkbox.Group
          label="Workspaces"
          description="Members can view these workspaces; editors and owners of the team can change their contents."
          error={form.errorOf('workspace_tokens')}
          value={form.values.workspace_tokens}
          onChange={(tokens) => form.set('workspace_tokens', tokens)}
        >
          <Stack gap="sm" mt="sm">
            {workspaces.map(({ token, name }) => (
              <Checkbox key={token} value={token} label={name} disabled={!mayManage} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label="Default dashboard"
          description="For members who have not chosen a default dashboard."
          data={dashboards}
          clearable
          searchable
          disabled={!mayManage}
          value={form.values.default_dashboard_token}
          error={form.errorOf('default_dashboard_token')}
          onChange={(token) => form.set('default_dashboard_token', token)}
        />
      </FormPage>
    </div>
  );
}

function useDashboards() {
  const { data } = useGet('/v2/dashboards', { query: { limit: 1000 } });
  return (data?.dashboards ?? []).map(({ token, title }) => ({ value: token, label: title }));
}
