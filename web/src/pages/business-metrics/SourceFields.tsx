import { Button, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useHasRole } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
import {
  type Integration,
  integrationName,
  useIntegrationsPath,
} from '../../features/integrations/integration.js';
import { CloudwatchFields } from './CloudwatchFields.js';
import { ConnectSource } from './ConnectSource.js';
import { type SourceFieldsProps, type SourceType, sources } from './source.js';

/** What is asked for, and through which integration. */
export function SourceFields({ draft, isReadOnly, onChange }: SourceFieldsProps) {
  if (draft.type === 'csv') return null;
  return (
    <Stack gap="md">
      <IntegrationField draft={draft} isReadOnly={isReadOnly} onChange={onChange} />
      {draft.type === 'cloudwatch' && (
        <CloudwatchFields draft={draft} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {draft.type === 'datadog_metrics' && (
        <TextInput
          label="Query"
          description="As in Datadog; the tags that it groups by become labels."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="sum:orders.count{*} by {shop}.as_count()"
          required
          readOnly={isReadOnly}
          value={draft.query}
          onChange={(event) => onChange({ query: event.currentTarget.value })}
        />
      )}
      {draft.type === 'snowflake_metrics' && (
        <Textarea
          label="SQL"
          description="It gives a column of dates and one of values; every other column is a label."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="SELECT day, count(*), shop FROM orders GROUP BY day, shop"
          autosize
          minRows={3}
          required
          readOnly={isReadOnly}
          value={draft.sql_query}
          onChange={(event) => onChange({ sql_query: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}

function IntegrationField({ draft, isReadOnly, onChange }: SourceFieldsProps) {
  const [isConnecting, connecting] = useDisclosure(false);
  const mayConnect = useHasRole('Integration Owner');
  const path = useIntegrationsPath();
  const { data } = useGet<ListAnswer>(path ?? '', { limit: 1000 }, { enabled: Boolean(path) });
  const { provider, label } = sources[draft.type];
  const own = ((data?.['integrations'] ?? []) as Integration[]).filter(
    (each) => each.provider === provider,
  );
  return (
    <>
      {own.length > 0 && (
        <Select
          label="Integration"
          required
          allowDeselect={false}
          readOnly={isReadOnly}
          data={own.map((each) => ({ value: each.token, label: integrationName(each) }))}
          value={draft.integration || null}
          onChange={(integration) => onChange({ integration: integration ?? '' })}
        />
      )}
      {data && own.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is connected to {label} yet.
          {!mayConnect && ' An owner or integration owner connects it here.'}
        </Text>
      )}
      {mayConnect && !isReadOnly && (
        <div>
          <Button size="compact-sm" variant="default" onClick={connecting.open}>
            Connect {label}
          </Button>
        </div>
      )}
      {isConnecting && (
        <ConnectSource
          type={draft.type as Exclude<SourceType, 'csv'>}
          onConnected={(integration) => onChange({ integration })}
          onClose={connecting.close}
        />
      )}
    </>
  );
}
