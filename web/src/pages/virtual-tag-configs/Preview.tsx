import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { presets } from '../../features/costs/intervals.js';
import { addDays, today } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { type Draft, createBody } from './draft.js';
import { BackfillWarning } from './PreviewCoverage.js';
import { isAboutRule } from './rule-messages.js';
import { PreviewFigures } from './PreviewFigures.js';
import type { VirtualTagPreview } from './virtual-tag.js';

interface PreviewProps {
  draft: Draft;
  /** The stored virtual tag that the draft would replace. */
  token: string | undefined;
  /** Receives errors of the draft, which are shown at its rules. */
  onErrors: (messages: readonly string[]) => void;
  /** Applies the rules from a day on. */
  onBackfill: (day: string) => void;
}

/** Compares the result of the draft with the stored values, without saving it. */
export function Preview({ draft, token, onErrors, onBackfill }: PreviewProps) {
  const workspace = useWorkspace();
  const [range, setRange] = useState<[string | null, string | null]>([
    addDays(today(), -30),
    addDays(today(), -1),
  ]);
  const [isBusy, setBusy] = useState(false);
  const [preview, setPreview] = useState<{ query: string; result: VirtualTagPreview }>();
  const [error, setError] = useState<unknown>();
  const query = JSON.stringify([draft, range]);
  const [start, end] = range;
  const runPreview = async () => {
    setBusy(true);
    setError(undefined);
    onErrors([]);
    try {
      const body = {
        ...createBody(draft),
        token,
        workspace_token: workspace?.token,
        start_date: start ?? undefined,
        end_date: end ?? undefined,
      };
      const result = await api.post('/v2/virtual_tag_configs/preview', { body });
      setPreview({ query, result });
    } catch (failure) {
      const { messages } = asProblem(failure);
      onErrors(messages);
      // Errors about rules are shown at the rules.
      if (!messages.every(isAboutRule)) setError(failure);
    }
    setBusy(false);
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="preview" pos="sticky" top={72}>
      <Stack gap="md">
        <div>
          <Title order={2} id="preview">
            Preview changes
          </Title>
          <Text size="sm" c="dimmed">
            Compares the result of these rules with the current values. Nothing is saved.
          </Text>
        </div>
        <Group align="flex-end" gap="sm">
          <DatePickerInput
            type="range"
            label="Date range"
            flex={1}
            miw={200}
            valueFormat="MMM D, YYYY"
            allowSingleDateInRange
            value={range}
            onChange={setRange}
            presets={presets(today()).map((preset) => ({
              label: preset.label,
              value: [preset.start, preset.end] as [string, string],
            }))}
          />
          <Button
            loading={isBusy}
            disabled={!start || !end}
            variant="light"
            onClick={() => void runPreview()}
          >
            Preview
          </Button>
        </Group>
        {start && end && draft.values.length > 0 && (
          <BackfillWarning
            backfillUntil={draft.backfill_until}
            start={start}
            end={end}
            onBackfill={onBackfill}
          />
        )}
        {error !== undefined && <ErrorNote error={error} />}
        {preview && error === undefined && (
          <div className={preview.query === query ? '' : 'stale'} aria-live="polite">
            {preview.query !== query && (
              <Text size="sm" mb="sm">
                The rules or dates have changed. Preview again to update the figures.
              </Text>
            )}
            <PreviewFigures preview={preview.result} />
          </div>
        )}
      </Stack>
    </Paper>
  );
}
