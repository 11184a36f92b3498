import { Avatar, Button, Group, Menu, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.js';
import { asProblem } from '../../../api/problem.js';
import { invalidate } from '../../../api/queries.js';
import { formatAgo, formatMoment } from '../../../lib/dates.js';
import { deleteLater } from '../../../parts/delete-later.js';
import { RowMenu } from '../../../parts/RowMenu.js';
import { type Comment, commentPath, maxLength } from './comment.js';

interface OneCommentProps {
  comment: Comment;
  mayEdit: boolean;
  mayDelete: boolean;
}

const refresh = ['/v2/cost_reports'];

/** A comment with its author and age; authors edit and delete it in place. */
export function OneComment({ comment, mayEdit, mayDelete }: OneCommentProps) {
  const [isEditing, setEditing] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return null;
  const { author_name: name, created_at: created, updated_at: updated } = comment;
  const author = name ?? 'Deleted user';
  const path = { cost_report_token: comment.cost_report_token, comment_token: comment.token };
  const remove = () => {
    setDeleted(true);
    deleteLater({
      message: 'Deleted the comment.',
      send: (options) => api.delete(commentPath, { path, ...options }),
      refresh,
      restore: () => setDeleted(false),
    });
  };
  return (
    <Group component="article" aria-label={`Comment by ${author}`} wrap="nowrap" align="flex-start">
      <Avatar name={author} color="initials" size={32} alt="" />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {author}
          </Text>
          <Text
            size="xs"
            c="dimmed"
            component="time"
            dateTime={created}
            title={formatMoment(created)}
          >
            {formatAgo(created)}
            {updated !== created && ', edited'}
          </Text>
          <div style={{ marginLeft: 'auto' }}>
            {(mayEdit || mayDelete) && (
              <RowMenu label={`the comment by ${author}`} {...(mayDelete && { onDelete: remove })}>
                {mayEdit && <Menu.Item onClick={() => setEditing(true)}>Edit</Menu.Item>}
              </RowMenu>
            )}
          </div>
        </Group>
        {isEditing ? (
          <EditComment comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {comment.text}
          </Text>
        )}
      </div>
    </Group>
  );
}

function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const [text, setText] = useState(comment.text);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      const path = { cost_report_token: comment.cost_report_token, comment_token: comment.token };
      await api.put(commentPath, { path, body: { text: text.trim() } });
      await invalidate(...refresh);
      onClose();
    } catch (error) {
      setProblem(asProblem(error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <Textarea
        aria-label="Text of the comment"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxLength}
        data-autofocus
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="compact-sm"
          disabled={text.trim() === ''}
          loading={isBusy}
          onClick={() => void save()}
        >
          Save
        </Button>
      </Group>
    </>
  );
}
