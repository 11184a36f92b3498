import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { asProblem } from '../../api/problem.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Layer } from '../../parts/Layer.js';
import { toast } from '../../parts/toasts.js';
import { type Recommendation, recommendationsPath } from './recommendation.js';

/** Dismisses a recommendation with a reason and an end, or restores it. */
export function Dismissal({ recommendation }: { recommendation: Recommendation }) {
  const mayEdit = useHasRole('Editor');
  if (!mayEdit || recommendation.status === 'resolved') return null;
  if (recommendation.status === 'archived') return <Restore token={recommendation.token} />;
  return (
    <Layer label="Dismiss" title="Dismiss the recommendation" variant="default">
      {(close) => <DismissForm token={recommendation.token} onDone={close} />}
    </Layer>
  );
}

function DismissForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [error, setError] = useState<Error>();
  const [isSaving, setSaving] = useState(false);
  const dismiss = async () => {
    setSaving(true);
    try {
      await api.post('/v2/recommendations/{recommendation_token}/dismiss', {
        path: { recommendation_token: token },
        body: { reason: reason.trim(), ...(until && { until }) },
      });
      await invalidate(recommendationsPath);
      toast('Dismissed the recommendation.');
      onDone();
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
          It leaves the list and the savings, and is still kept up to date.
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
          description="The last day; without it, the dismissal has no end."
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

function Restore({ token }: { token: string }) {
  const [isSaving, setSaving] = useState(false);
  const restore = async () => {
    setSaving(true);
    await api.post('/v2/recommendations/{recommendation_token}/restore', {
      path: { recommendation_token: token },
    });
    await invalidate(recommendationsPath);
    toast('Restored the recommendation.');
    setSaving(false);
  };
  return (
    <Button variant="default" loading={isSaving} onClick={() => void restore()}>
      Restore
    </Button>
  );
}
