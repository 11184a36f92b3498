import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { asProblem } from '../../api/problem.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Layer } from '../../parts/Layer.js';
import { toast } from '../../parts/toasts.js';
import { type FoundResource, type Recommendation, recommendationsPath } from './recommendation.js';

/** Dismisses a recommendation with a reason and an end, or restores it. */
export function Dismissal({ recommendation }: { recommendation: Recommendation }) {
  const mayEdit = useHasRole('Editor');
  const path = { recommendation_token: recommendation.token };
  if (!mayEdit || recommendation.status === 'resolved') return null;
  if (recommendation.status === 'archived') {
    return (
      <Restore
        kind="recommendation"
        send={() => api.post('/v2/recommendations/{recommendation_token}/restore', { path })}
      />
    );
  }
  return (
    <Layer label="Dismiss" title="Dismiss the recommendation" variant="default">
      {(close) => (
        <DismissForm
          kind="recommendation"
          text="It leaves the list and the savings, and is still kept up to date."
          send={(body) =>
            api.post('/v2/recommendations/{recommendation_token}/dismiss', { path, body })
          }
          onDone={close}
        />
      )}
    </Layer>
  );
}

const resourcePath = '/v2/recommendations/{recommendation_token}/resources/{resource_token}';

/** The same for one resource of a recommendation. */
export function ResourceDismissal({
  recommendation,
  resource,
}: {
  recommendation: string;
  resource: FoundResource;
}) {
  const mayEdit = useHasRole('Editor');
  const name = resource.label ?? resource.resource_id;
  const path = { recommendation_token: recommendation, resource_token: resource.token };
  if (!mayEdit) return null;
  if (resource.dismissed_at !== null) {
    return (
      <Restore
        kind="resource"
        label={`Restore ${name}`}
        send={() => api.post(`${resourcePath}/restore`, { path })}
      />
    );
  }
  return (
    <Layer
      label="Dismiss"
      buttonLabel={`Dismiss ${name}`}
      title={`Dismiss ${name}`}
      variant="default"
      size="xs"
    >
      {(close) => (
        <DismissForm
          kind="resource"
          text="This resource leaves the recommendation and its saving; the others stay."
          send={(body) => api.post(`${resourcePath}/dismiss`, { path, body })}
          onDone={close}
        />
      )}
    </Layer>
  );
}

interface DismissFormProps {
  kind: string;
  text: string;
  send: (body: { reason: string; until?: string }) => Promise<unknown>;
  onDone: () => void;
}

function DismissForm({ kind, text, send, onDone }: DismissFormProps) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [error, setError] = useState<Error>();
  const [isSaving, setSaving] = useState(false);
  const dismiss = async () => {
    setSaving(true);
    try {
      await send({ reason: reason.trim(), ...(until && { until }) });
      onDone();
      toast(`Dismissed the ${kind}.`);
      await invalidate(recommendationsPath, '/v2/resources');
    } catch (thrown) {
      setError(asProblem(thrown));
      setSaving(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void dismiss();
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <Textarea
          label="Reason"
          required
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label="Until"
          description="Last day of the dismissal. Leave empty to dismiss it for good."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="date"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        {error && <ErrorNote error={error} />}
        <Button type="submit" loading={isSaving} disabled={reason.trim() === ''}>
          Dismiss
        </Button>
      </Stack>
    </form>
  );
}

interface RestoreProps {
  kind: string;
  label?: string;
  send: () => Promise<unknown>;
}

function Restore({ kind, label, send }: RestoreProps) {
  const [isSaving, setSaving] = useState(false);
  const restore = async () => {
    setSaving(true);
    try {
      await send();
      await invalidate(recommendationsPath, '/v2/resources');
      toast(`Restored the ${kind}.`);
    } catch (thrown) {
      toast(asProblem(thrown).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      variant="default"
      {...(kind === 'resource' && { size: 'xs' })}
      aria-label={label}
      loading={isSaving}
      onClick={() => void restore()}
    >
      Restore
    </Button>
  );
}
