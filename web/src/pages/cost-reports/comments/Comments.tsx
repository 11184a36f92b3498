import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.js';
import { useCurrentUser, useHasRole } from '../../../api/current-user.js';
import { asProblem } from '../../../api/problem.js';
import { invalidate, useGet } from '../../../api/queries.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { maxLength, commentsPath } from './comment.js';
import { OneComment } from './OneComment.js';

const pageSize = 50;

/** The comments on a report, and a field to add one. */
export function Comments({ report }: { report: string }) {
  const [limit, setLimit] = useState(pageSize);
  const user = useCurrentUser()?.token;
  const isOwner = useHasRole('Owner');
  const path = { cost_report_token: report };
  const { data, error } = useGet(commentsPath, { path, query: { limit } });
  const count = data?.comment_count ?? 0;
  return (
    <Paper component="section" aria-label="Comments" withBorder radius="md" p="md" mt="xl">
      <Stack gap="md">
        <Title order={2} fz="md">
          Comments{' '}
          <Text span inherit c="dimmed" fw={400}>
            {count.toLocaleString()}
          </Text>
        </Title>
        {error && <ErrorNote error={error} />}
        <AddComment report={report} />
        {data?.comments.map((comment) => (
          <OneComment
            key={comment.token}
            comment={comment}
            mayEdit={comment.author_token === user}
            mayDelete={isOwner || comment.author_token === user}
          />
        ))}
        {data?.links.next && limit < 1000 && (
          <Group>
            <Button variant="default" onClick={() => setLimit(Math.min(1000, limit + 200))}>
              Show earlier comments
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function AddComment({ report }: { report: string }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const path = { cost_report_token: report };
      await api.post(commentsPath, { path, body: { text: text.trim() } });
      setText('');
      await invalidate('/v2/cost_reports');
    } catch (error) {
      setProblem(asProblem(error).message);
    }
    setBusy(false);
  };
  return (
    <div>
      <Textarea
        aria-label="Add a comment"
        placeholder="Ask a question, or explain a change"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxLength}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="xs">
        <Button disabled={text.trim() === ''} loading={isBusy} onClick={() => void add()}>
          Comment
        </Button>
      </Group>
    </div>
  );
}
