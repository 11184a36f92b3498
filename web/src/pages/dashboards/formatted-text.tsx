import { Anchor, Code, List, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  blocksOf,
  partsOf,
  type TextBlock,
} from '../../../../src/domain/reports/dashboards/formatted-text.js';

/** A text with simple formatting: headings, lists, bold, italic, code and links. It is never HTML. */
export function FormattedText({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => <Block key={index} {...block} />);
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

function inline(line: string): ReactNode[] {
  return partsOf(line).map((part, index) => {
    if (part.kind === 'bold') return <strong key={index}>{part.text}</strong>;
    if (part.kind === 'italic') return <em key={index}>{part.text}</em>;
    if (part.kind === 'code') return <Code key={index}>{part.text}</Code>;
    if (part.kind === 'link') return <TextLink key={index} {...part} />;
    return part.text;
  });
}

/** Pages of the console open in place, everything else in a new tab. */
function TextLink({ text, href }: { text: string; href: string }) {
  const look = { inherit: true, underline: 'always' } as const;
  if (!href.startsWith('/')) {
    return (
      <Anchor href={href} target="_blank" rel="noreferrer" {...look}>
        {text}
      </Anchor>
    );
  }
  const { pathname, searchParams, hash } = new URL(href, window.location.origin);
  return (
    <Anchor
      component={Link}
      to={pathname}
      search={Object.fromEntries(searchParams) as never}
      hash={hash.slice(1)}
      {...look}
    >
      {text}
    </Anchor>
  );
}
