import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import {
  anomaliesPath,
  type Anomaly,
  type AnomalyStatus,
} from '../../features/anomalies/anomaly.js';
import { toast } from '../../parts/toasts.js';
import { useGuardedSave } from '../../parts/use-guarded-save.js';

const maxLength = 10_000;

/** What people can do with an anomaly of each status. */
const actions: Readonly<Record<string, { label: string; status: AnomalyStatus; done: string }[]>> =
  {
    active: [
      { label: 'Archive', status: 'archived', done: 'Archived the anomaly.' },
      { label: 'Ignore', status: 'ignored', done: 'Ignored the anomaly.' },
    ],
    archived: [
      { label: 'Reactivate', status: 'active', done: 'Reactivated the anomaly.' },
      { label: 'Ignore', status: 'ignored', done: 'Ignored the anomaly.' },
    ],
    ignored: [{ label: 'Reactivate', status: 'active', done: 'Reactivated the anomaly.' }],
  };

/** Feedback about an anomaly, and its status. */
export function Review({ anomaly }: { anomaly: Anomaly }) {
  const mayEdit = useHasRole('Editor');
  const [feedback, setFeedback] = useState(anomaly.feedback ?? '');
  const [isSaving, setSaving] = useState(false);
  const { save, dialog } = useGuardedSave();
  const store = async (status: string, message: string) => {
    setSaving(true);
    await save(async () => {
      await api.put('/v2/anomaly_alerts/{anomaly_alert_token}', {
        path: { anomaly_alert_token: anomaly.token },
        body: { status, feedback: feedback.trim() || null },
      });
      await invalidate(anomaliesPath);
      toast(message);
    });
    setSaving(false);
  };
  return (
    <Stack gap="sm" component="section" maw={640}>
      <Title order={2}>Review</Title>
      <Text size="sm" c="dimmed">
        Without a decision, an anomaly is archived seven days after its day. Ignored ones leave
        lists and charts; nobody is notified of them.
      </Text>
      <Textarea
        label="Feedback"
        description="What caused it, for anyone who looks later."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={maxLength}
        readOnly={!mayEdit}
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
      />
      {mayEdit && (
        <Group gap="sm">
          {(actions[anomaly.status] ?? []).map(({ label, status, done }, index) => (
            <Button
              key={status}
              variant={index === 0 ? 'filled' : 'default'}
              loading={isSaving}
              onClick={() => void store(status, done)}
            >
              {label}
            </Button>
          ))}
          <Button
            variant="default"
            loading={isSaving}
            disabled={feedback.trim() === (anomaly.feedback ?? '')}
            onClick={() => void store(anomaly.status, 'Saved the feedback.')}
          >
            Save feedback
          </Button>
        </Group>
      )}
      {dialog}
    </Stack>
  );
}
