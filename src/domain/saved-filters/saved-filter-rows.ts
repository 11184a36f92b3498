import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { Rows } from '../../platform/kernel/rows.js';

export const savedFilterAccess = { within: 'workspace', grants: true } as const;

const savedFilterRows = new Rows('saved_filters', 'Saved Filter', savedFilterAccess);

/** The saved filters of a row that computes them; the type of a row does not know what is computed. */
export function attachedFilters(row: object = {}): string[] {
  const { saved_filter_tokens: attached = [] }: { saved_filter_tokens?: string[] } = row;
  return attached;
}

/**
 * Refuses saved filters that the caller cannot see or that lie in another workspace. Those attached
 * already may stay, whoever attached them.
 */
export async function demandSavedFilters(
  ctx: Context,
  wanted: readonly string[],
  workspace: string,
  attached: readonly string[],
): Promise<void> {
  for (const token of wanted.filter((each) => !attached.includes(each))) {
    const found = await savedFilterRows.find(ctx, token);
    if (found?.workspace_token !== workspace) {
      throw new UnknownReference('Saved Filter', 'saved_filter_tokens', token);
    }
  }
}
