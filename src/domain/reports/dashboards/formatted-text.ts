/** A part of a text with simple formatting. */
export interface TextBlock {
  kind: 'heading' | 'list' | 'paragraph';
  lines: string[];
}

/** Blank lines separate paragraphs; `# ` begins a heading, `- ` an item of a list. */
export function blocksOf(text: string): TextBlock[] {
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

/** A piece of a line; links have an address, which may be a path of the console. */
export type TextPart =
  | { kind: 'plain' | 'bold' | 'italic' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

const marks =
  /(\*\*[^*\n]+\*\*|\*[^*\n]+\*|`[^`\n]+`|\[[^\]\n]+\]\([^\s)]+\)|https?:\/\/[^\s<>"')]+)/;

/** Bold, italic, code, `[text](address)` and addresses; everything else is plain text. */
export const partsOf = (line: string): TextPart[] =>
  line
    .split(marks)
    .map((text, index) => (index % 2 === 0 ? { kind: 'plain' as const, text } : partOf(text)))
    .filter(({ text }) => text !== '');

function partOf(text: string): TextPart {
  if (text.startsWith('**')) return { kind: 'bold', text: text.slice(2, -2) };
  if (text.startsWith('*')) return { kind: 'italic', text: text.slice(1, -1) };
  if (text.startsWith('`')) return { kind: 'code', text: text.slice(1, -1) };
  const [, label = text, href = text] = /^\[(.+)\]\((.+)\)$/.exec(text) ?? [];
  return isSafe(href) ? { kind: 'link', text: label, href } : { kind: 'plain', text };
}

/** Only the origin tells whether an address leaves the console: browsers read `/\host` as `//host`. */
const console = 'https://console.invalid';

/** Whether a link may lead to an address: web pages, e-mail addresses, and paths of the console. */
function isSafe(href: string): boolean {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return URL.canParse(href);
  return (
    href.startsWith('/') && URL.canParse(href, console) && new URL(href, console).origin === console
  );
}
