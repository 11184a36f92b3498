import { Button, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { BackLink } from '../../parts/BackLink.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { attributeName, eventOf, titleOf } from './entry.js';
import { Value, tokensIn } from './Value.js';

interface Attribute {
  name: string;
  values: readonly unknown[];
}

const nameColumn: Column<Attribute> = {
  id: 'name',
  header: 'Attribute',
  cell: (row) => attributeName(row.name),
};

const valueColumn = (
  id: string,
  header: string,
  index: number,
  nameOf: (token: string) => string,
): Column<Attribute> => ({
  id,
  header,
  cell: (row) => <Value value={row.values[index]} nameOf={nameOf} />,
});

/** The object of the entry is known by its name, which heads the page, and not by its token. */
const attributesOf = <Recorded,>(recorded: Record<string, Recorded>) =>
  Object.entries(recorded).filter(([name]) => name !== 'token');

export function OneChange() {
  return (
    <OnlyFor role="Owner" title="Change" what="The audit log is">
      <Change />
    </OnlyFor>
  );
}

function Change() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: entry, error } = useGet('/v2/audit_logs/{audit_log_token}', {
    path: { audit_log_token: token },
  });
  const recorded = [
    ...Object.values(entry?.changed_values ?? {}),
    ...Object.values(entry?.unchanged_values ?? {}),
  ];
  const nameOf = useObjectNames(tokensIn(recorded));
  if (error) return <PageError error={error} />;
  if (!entry || entry.token !== token) return <PageSkeleton />;
  const unchanged = attributesOf(entry.unchanged_values);
  return (
    <>
      <BackLink to="/audit-log" label="Audit log" />
      <PageTitle title={`${titleOf(entry)} ${eventOf(entry).toLowerCase()}`}>
        {entry.object_token && (
          <Button
            variant="default"
            onClick={() =>
              void navigate({ to: '/audit-log', search: { object_token: entry.object_token } })
            }
          >
            All changes to this object
          </Button>
        )}
      </PageTitle>
      <Text size="sm" mb="md">
        By {entry.user ?? 'the system'}, source: {entry.source},{' '}
        <MomentText moment={entry.created_at} />
        {entry.workspace_title && `, workspace ${entry.workspace_title}`}
      </Text>
      <DataTable
        label="Changed values"
        columns={[
          nameColumn,
          valueColumn('previous', 'Previous value', 0, nameOf),
          valueColumn('new', 'New value', 1, nameOf),
        ]}
        rows={attributesOf(entry.changed_values).map(([name, values]) => ({
          name,
          values: values as [unknown, unknown],
        }))}
        keyOf={(row) => row.name}
      />
      {unchanged.length > 0 && (
        <>
          <Title order={2} mt="lg" mb="sm">
            Unchanged values
          </Title>
          <DataTable
            label="Unchanged values"
            columns={[nameColumn, valueColumn('value', 'Value', 0, nameOf)]}
            rows={unchanged.map(([name, value]) => ({ name, values: [value] }))}
            keyOf={(row) => row.name}
          />
        </>
      )}
    </>
  );
}
