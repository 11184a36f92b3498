import { Anchor, Code, List, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A text with simple formatting: headings, lists, bold, italic, code and links. It is never HTML. */
export function FormattedText({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => <Block key={index} {...block} />);
}

interface TextBlock {
  kind: 'heading' | 'list' | 'paragraph';
  lines: string[];
}

/** Blank lines separate paragraphs; `# ` begins a heading, `- ` an item of a list. */
function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let isNew = true;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const [, mark, rest] = /^(#{1,3}|[-*])\s+(.*)$/.exec(line.trim()) ?? [];
    const kind = mark === undefined ? 'paragraph' : mark.startsWith('#') ? 'heading' : 'list';
    const last = blocks.at(-1);
    if (last?.kind === kind && !isNew && kind !== 'heading') last.lines.push(rest ?? line.trim());
    else blocks.push({ kind, lines: [rest ?? line.trim()] });
    isNew = false;
  }
  return blocks;
}

function Block({ kind, lines }: TextBlock) {
  if (kind === 'heading') {
    return (
      <Title order={2} className="widget-title" mb={4}>
        {inline(lines[0]!)}
      </Title>
    );
  }
  if (kind === 'list') {
    return (
      <List size="sm" mb="xs">
        {lines.map((line, index) => (
          <List.Item key={index}>{inline(line)}</List.Item>
        ))}
      </List>
    );
  }
  return (
    <Text size="sm" mb="xs" className="wrapped">
      {inline(lines.join('\n'))}
    </Text>
  );
}

/** Bold, italic, code, and addresses as links; everything else is plain text. */
function inline(text: string): ReactNode[] {
  const marks = /(\*\*[^*\n]+\*\*|\*[^*\n]+\*|`[^`\n]+`|https?:\/\/[^\s<>"')]+)/;
  return text.split(marks).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('*')) return <em key={index}>{part.slice(1, -1)}</em>;
    if (part.startsWith('`')) return <Code key={index}>{part.slice(1, -1)}</Code>;
    return (
      <Anchor key={index} href={part} target="_blank" rel="noreferrer" inherit underline="always">
        {part}
      </Anchor>
    );
  });
}
