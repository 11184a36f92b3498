import { z } from 'zod';
import {
  createConfig,
  duplicateKey,
  updateConfig,
  type VirtualTag,
  readVirtualTags,
  configBody,
} from '../../domain/costs/virtual-tags/index.js';
import {
  type CostMove,
  previewVirtualTag,
  type SampleLine,
  type VirtualTagPreview,
  resolveDateRange,
} from '../../domain/costs/query/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/lib/errors.js';
import { date, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { formatDecimal, sumDecimals } from '../../platform/lib/decimal.js';
import { formatDate } from '../../platform/lib/time.js';
const amounts = {
  amount: z.string(),
  previous_amount: z.string().describe('Amount with the stored virtual tag.'),
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
              amount: z.string().describe('Allocated amount in the currency of the bill.'),
              currency: z.string(),
            }),
          )
          .describe('Largest cost lines of the value.'),
      }),
    ),
    unallocated: z.object(amounts).describe('Costs without a value.'),
    moves: z
      .array(
        z.object({ from: z.string().nullable(), to: z.string().nullable(), amount: z.string() }),
      )
      .describe('Amounts that move to another value, largest first; null for no value.'),
  })
  .meta({ id: 'VirtualTagPreview' });

export const previewVirtualTagConfig = operation({
  id: 'previewVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'POST',
  path: '/v2/virtual_tag_configs/preview',
  summary: 'Preview a virtual tag without storing it',
  body: configBody
    .extend({
      token: token().optional().describe('Stored virtual tag to replace.'),
      workspace_token: token()
        .optional()
        .describe('Required if the caller has access to several workspaces.'),
      start_date: date().optional(),
      end_date: date().optional(),
    })
    .meta({ id: 'previewVirtualTagConfig' }),
  status: 200,
  errors: [400, 403, 404, 422],
  duplicates: duplicateKey,
  role: 'integration_owner',
  readsOnly: true,
  response: Preview,
  run: async ({ body }, ctx) => {
    const { token: stored, workspace_token, start_date, end_date, ...config } = body;
    const workspace = requestedWorkspace(ctx, workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const today = formatDate(ctx.now);
    const account = ctx.actor.accountToken;
    const before = await readVirtualTags(ctx.db, account);
    const after = await simulateChange(ctx, async (trx) => {
      if (stored === undefined) await createConfig(trx, config);
      else await updateConfig(trx, stored, { ...config, values: config.values ?? [] });
    });
    const { key } = config;
    // Under a new key, the preview is compared with the provider tags of that key only.
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
    return serializePreview(preview);
  },
});

/** Thrown to roll back the transaction. */
class Rollback extends Error {}

/** The virtual tags of the account after a change, which is validated and rolled back. */
async function simulateChange(
  ctx: Context,
  change: (trx: Context) => Promise<void>,
): Promise<readonly VirtualTag[]> {
  let changed: readonly VirtualTag[] = [];
  try {
    await ctx.services.db.transaction().execute(async (db) => {
      await change({ ...ctx, db });
      changed = await readVirtualTags(db, ctx.actor.accountToken);
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return changed;
}

function serializePreview({ currency, moves, lines }: VirtualTagPreview): z.input<typeof Preview> {
  const values = [...new Set(moves.flatMap(({ from, to }) => [from, to]))]
    .filter((value) => value !== null)
    .toSorted((one, other) => (one < other ? -1 : 1));
  return {
    currency,
    values: values.map((value) => ({
      value,
      ...totals(moves, value),
      lines: lines.filter((line) => line.value === value).map(serializeLine),
    })),
    unallocated: totals(moves, null),
    moves: moves
      .filter(({ from, to }) => from !== to)
      .toSorted((one, other) => Math.abs(Number(other.amount)) - Math.abs(Number(one.amount)))
      .map(({ amount, ...move }) => ({ ...move, amount: formatDecimal(amount) })),
  };
}

function totals(moves: readonly CostMove[], value: string | null) {
  const total = (side: 'from' | 'to') =>
    formatDecimal(
      sumDecimals(moves.flatMap((move) => (move[side] === value ? [move.amount] : []))),
    );
  return { amount: total('to'), previous_amount: total('from') };
}

function serializeLine({ value: _, ...line }: SampleLine) {
  return { ...line, amount: formatDecimal(line.amount) };
}
