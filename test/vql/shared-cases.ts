import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['FARTHING_SHARED'] ?? join(import.meta.dirname, '../../../shared');
const file = join(folder, 'spec/vql.md');

export const hasSharedCases = existsSync(file);
export const whyNoSharedCases = `the shared language cases are not there (looked for ${file})`;

/** The JSON lines below a heading that starts with the given number, block by block. */
export function sharedBlocks<Case>(section: string): Case[][] {
  if (!hasSharedCases) return [];
  const text = readFileSync(file, 'utf8');
  const body = text.split(/^### /m).find((part) => part.startsWith(`${section} `)) ?? '';
  const blocks = [...body.matchAll(/^```jsonl\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  return blocks.map((block) =>
    block
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case),
  );
}

/** All cases of a section that has one block. */
export function sharedCases<Case>(section: string): Case[] {
  return sharedBlocks<Case>(section)[0] ?? [];
}
