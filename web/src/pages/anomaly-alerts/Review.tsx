import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import type { Body } from '../../api/types.js';
import {
  anomaliesPath,
  type AnomalyEvent,
  eventPath,
  eventsPath,
} from '../../features/anomalies/anomaly.js';
import { toast } from '../../parts/toasts.js';
import { useGuardedSave } from '../../parts/use-guarded-save.js';

const maxLength = 10_000;

interface Action {
  label: string;
  status: ReviewStatus;
  done: string;
}
type ReviewStatus = NonNullable<Body<typeof eventPath, 'put'>['status']>;

const acknowledge: Action = {
  label: 'Acknowledge',
  status: 'acknowledged',
  done: 'Acknowledged the anomaly.',
};
const accept: Action = {
  label: 'Accept as normal',
  status: 'accepted',
  done: 'Accepted the new level.',
};
const ignore: Action = { label: 'Ignore', status: 'ignored', done: 'Ignored the anomaly.' };
const reopen: Action = { label: 'Reopen', status: 'open', done: 'Reopened the anomaly.' };

/** What people can do with an anomaly; only a level that lasts can be the new normal. */
function actionsOf({ status, kind }: AnomalyEvent): Action[] {
  const accepting = kind === 'spike' ? [] : [accept];
  const byStatus: Record<AnomalyEvent['status'], Action[]> = {
    open: [acknowledge, ...accepting, ignore],
    acknowledged: [reopen, ...accepting, ignore],
    accepted: [reopen],
    closed: [reopen, ignore],
    ignored: [reopen],
  };
  return byStatus[status];
}

/** Feedback about an anomaly, and its status. */
export function Review({ token, anomaly }: { token: string; anomaly: AnomalyEvent }) {
  const mayEdit = useHasRole('Editor');
  const [feedback, setFeedback] = useState(anomaly.feedback ?? '');
  const [isSaving, setSaving] = useState(false);
  const { save, dialog } = useGuardedSave();
  const store = async (status: ReviewStatus | undefined, message: string) => {
    setSaving(true);
    await save(async () => {
      await api.put(eventPath, {
        path: { anomaly_event_token: token },
        body: { status, feedback: feedback.trim() || null },
      });
      await invalidate(anomaliesPath, eventsPath);
      toast(message);
    });
    setSaving(false);
  };
  return (
    <Stack gap="sm" component="section" maw={640}>
      <Title order={2}>Review</Title>
      <Text size="sm" c="dimmed">
        Without a decision, a spike is closed after seven days, and a level that lasts stays open.
        Ignored ones leave lists and charts; nobody is notified of them. A decision counts for all
        reports.
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
          {actionsOf(anomaly).map(({ label, status, done }, index) => (
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
            onClick={() => void store(undefined, 'Saved the feedback.')}
          >
            Save feedback
          </Button>
        </Group>
      )}
      {dialog}
    </Stack>
  );
}
