import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { useWorkspace } from '../../api/current-user.js';
import { api } from '../../api/untyped.js';
import { presets } from '../../features/costs/intervals.js';
import { addDays, today } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { type Draft, bodyOf } from './draft.js';
import { type PreviewAnswer } from './preview-answer.js';
import { PreviewFigures } from './PreviewFigures.js';
import { virtualTagsPath } from './virtual-tag.js';

interface PreviewProps {
  draft: Draft;
  /** Of the stored tag that it would replace. */
  token: string | undefined;
  /** What was wrong with the draft, so that its rules can show it. */
  onRefused: (messages: readonly string[]) => void;
}

/** What would move if the draft were stored. Nothing is. */
export function Preview({ draft, token, onRefused }: PreviewProps) {
  const workspace = useWorkspace();
  const [range, setRange] = useState<[string | null, string | null]>([
    addDays(today(), -30),
    addDays(today(), -1),
  ]);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ of: string; body: PreviewAnswer }>();
  const [error, setError] = useState<unknown>();
  const asked = JSON.stringify([draft, range]);
  const ask = async () => {
    setBusy(true);
    setError(undefined);
    onRefused([]);
    try {
      const body = await api.post<PreviewAnswer>(`${virtualTagsPath}/preview`, {
        ...bodyOf(draft),
        token,
        workspace_token: workspace?.token,
        start_date: range[0],
        end_date: range[1],
      });
      setAnswer({ of: asked, body });
    } catch (failure) {
      setError(failure);
      onRefused(asProblem(failure).messages);
    }
    setBusy(false);
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="preview" pos="sticky" top={72}>
      <Stack gap="md">
        <div>
          <Title order={2} id="preview">
            What moves
          </Title>
          <Text size="sm" c="dimmed">
            Works out the rules as they stand here, beside what is stored. Nothing is saved.
          </Text>
        </div>
        <Group align="flex-end" gap="sm">
          <DatePickerInput
            type="range"
            label="Days"
            flex={1}
            miw={200}
            valueFormat="D MMM YYYY"
            allowSingleDateInRange
            value={range}
            onChange={setRange}
            presets={presets(today()).map(({ label, start, end }) => ({
              label,
              value: [start, end] as [string, string],
            }))}
          />
          <Button
            loading={isBusy}
            disabled={range.includes(null)}
            variant="light"
            onClick={() => void ask()}
          >
            Preview
          </Button>
        </Group>
        {error !== undefined && <ErrorNote error={error} />}
        {answer && error === undefined && (
          <div className={answer.of === asked ? '' : 'stale'} aria-live="polite">
            {answer.of !== asked && (
              <Text size="sm" mb="sm">
                The rules have changed since; preview them again.
              </Text>
            )}
            <PreviewFigures answer={answer.body} />
          </div>
        )}
      </Stack>
    </Paper>
  );
}
