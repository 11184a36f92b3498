import { z } from 'zod';
import {
  type CostMove,
  previewVirtualTag,
  type SampleLine,
  type VirtualTagPreview,
} from '../../domain/costs/preview-virtual-tag.js';
import type { Context } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/lib/errors.js';
import { date, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { formatDecimal, sumDecimals } from '../../platform/lib/decimal.js';
import { formatDate } from '../../platform/lib/time.js';
import type { VirtualTag } from '../../domain/virtual-tags/virtual-tag.js';
import { readVirtualTags } from '../../domain/virtual-tags/read-virtual-tags.js';
import { resolveDateRange } from '../../domain/costs/resolve-date-range.js';
import { configBody } from './config-body.js';
import { createConfig, updateConfig } from './virtual-tag-configs.js';

import { keyTaken } from './config-rows.js';

const amounts = {
  amount: z.string(),
  previous_amount: z.string().describe('With the tag as it is stored.'),
};

const Preview = z
  .object({
    currency: z.string(),
    values: z.array(
      z.object({
        value: z.string(),
        ...amounts,
        lines: z
          .array(
            z.object({
              usage_date: z.string(),
              provider: z.string(),
              service: z.string(),
              account_id: z.string().nullable(),
              resource_id: z.string().nullable(),
              description: z.string().nullable(),
              amount: z
                .string()
                .describe('What the value gets of it, in the currency of the bill.'),
              currency: z.string(),
            }),
          )
          .describe('The largest lines behind it.'),
      }),
    ),
    unallocated: z.object(amounts).describe('Costs without a value.'),
    moves: z
      .array(
        z.object({ from: z.string().nullable(), to: z.string().nullable(), amount: z.string() }),
      )
      .describe('What changes its value, the largest first; null for none.'),
  })
  .meta({ id: 'VirtualTagPreview' });

export const previewVirtualTagConfig = operation({
  id: 'previewVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'POST',
  path: '/v2/virtual_tag_configs/preview',
  summary: 'Work out a virtual tag that is not stored',
  body: configBody
    .extend({
      token: token().optional().describe('The stored tag that it would replace.'),
      workspace_token: token().optional().describe('Needed by callers that reach several.'),
      start_date: date().optional(),
      end_date: date().optional(),
    })
    .meta({ id: 'previewVirtualTagConfig' }),
  status: 200,
  errors: [400, 403, 404, 422],
  duplicates: keyTaken,
  role: 'integration_owner',
  ownTransaction: true,
  response: Preview,
  run: async ({ body }, ctx) => {
    const { token: stored, workspace_token, start_date, end_date, ...config } = body;
    const workspace = requestedWorkspace(ctx, workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const today = formatDate(ctx.now);
    const account = ctx.actor.accountToken;
    const before = await readVirtualTags(ctx.db, account);
    const after = await ifStored(ctx, async (scope) => {
      if (stored === undefined) await createConfig(scope, config);
      else await updateConfig(scope, stored, { ...config, values: config.values ?? [] });
    });
    const { key } = config;
    // Under a new key, a stored tag has nothing to be held against but the tags of providers.
    const preview = await previewVirtualTag(
      { db: ctx.db, costs: ctx.services.costs },
      {
        account,
        workspace,
        key,
        before,
        after,
        range: resolveDateRange({ start_date, end_date }, undefined, today),
        today,
      },
    );
    return shown(preview);
  },
});

/** Thrown to take back what a transaction wrote. */
class Undone extends Error {}

/** The virtual tags of the account as they would be after a change, which is checked and taken back. */
async function ifStored(
  ctx: Context,
  change: (scope: Context) => Promise<void>,
): Promise<readonly VirtualTag[]> {
  let found: readonly VirtualTag[] = [];
  try {
    await ctx.services.db.transaction().execute(async (db) => {
      const scope = { ...ctx, db };
      await change(scope);
      found = await readVirtualTags(db, ctx.actor.accountToken);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return found;
}

function shown({ currency, moves, lines }: VirtualTagPreview): z.input<typeof Preview> {
  const values = [...new Set(moves.flatMap(({ from, to }) => [from, to]))]
    .filter((value) => value !== null)
    .toSorted((one, other) => (one < other ? -1 : 1));
  return {
    currency,
    values: values.map((value) => ({
      value,
      ...sums(moves, value),
      lines: lines.filter((line) => line.value === value).map(shownLine),
    })),
    unallocated: sums(moves, null),
    moves: moves
      .filter(({ from, to }) => from !== to)
      .toSorted((one, other) => Math.abs(Number(other.amount)) - Math.abs(Number(one.amount)))
      .map(({ amount, ...move }) => ({ ...move, amount: formatDecimal(amount) })),
  };
}

function sums(moves: readonly CostMove[], value: string | null) {
  const total = (side: 'from' | 'to') =>
    formatDecimal(
      sumDecimals(moves.flatMap((move) => (move[side] === value ? [move.amount] : []))),
    );
  return { amount: total('to'), previous_amount: total('from') };
}

function shownLine({ value: _, ...line }: SampleLine) {
  return { ...line, amount: formatDecimal(line.amount) };
}
