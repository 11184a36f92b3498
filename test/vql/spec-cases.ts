import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['FARTHING_SHARED'] ?? join(import.meta.dirname, '../../../shared');
const file = join(folder, 'spec/vql.md');

export const hasSpecCases = existsSync(file);
export const missingSpecCases = `the cases of the specification are missing (looked for ${file})`;

/** The JSON lines of a section, one array per code block. */
export function specBlocks<Case>(section: string): Case[][] {
  if (!hasSpecCases) return [];
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

/** The cases of a section with one code block. */
export function specCases<Case>(section: string): Case[] {
  return specBlocks<Case>(section)[0] ?? [];
}
