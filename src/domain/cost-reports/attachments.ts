import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { choice, emptyValueRules, text } from '../../platform/kernel/fields.js';
import type { Db, Tables } from '../../platform/store/tables.js';

const unitScales = [
  'per_unit',
  'per_hundred',
  'per_thousand',
  'per_million',
  'per_billion',
] as const;
const calculationTypes = [
  'unit_cost',
  'gross_margin',
  'usage_unit_cost',
  'raw_business_metric',
] as const;

const labels = {
  label: text().register(emptyValueRules, { blank: 'absent' }).optional(),
  label_filter: z.array(z.string()).optional().describe('Values with one of these labels count.'),
  label_filters: z
    .record(z.string(), z.array(z.string()).min(1))
    .optional()
    .describe('Per key, the label values that count.'),
};

/** How a report and a metric go together, as both sides show it. */
export const attachmentShape = {
  unit_scale: z.enum(unitScales),
  calculation_type: z.enum(calculationTypes),
  ...labels,
};

/** How a report and a metric go together, as both sides take it; each entry is whole. */
export const attachmentBody = z.object({
  unit_scale: choice(unitScales).default('per_unit'),
  calculation_type: choice(calculationTypes).default('unit_cost'),
  ...labels,
});

type AttachmentBody = z.output<typeof attachmentBody>;

/** The list of a body: each entry names one of the other side, and none is named twice. */
export function attachmentList<Entry extends z.ZodType<AttachmentBody>>(
  entry: Entry,
  tokenOf: (sent: z.output<Entry>) => string,
) {
  const checked = entry.refine(
    ({ label_filter, label_filters }) =>
      !label_filter?.length || Object.keys(label_filters ?? {}).length === 0,
    { error: 'takes label_filter or label_filters, not both' },
  );
  return z
    .array(checked)
    .refine((list) => new Set(list.map((sent) => tokenOf(sent))).size === list.length, {
      error: 'names one of them twice',
      params: { domain: true },
    });
}

export type Side = 'cost_report_token' | 'business_metric_token';
type AttachmentRow = Selectable<Tables['business_metric_attachments']>;
const positions = {
  cost_report_token: 'report_position',
  business_metric_token: 'metric_position',
} as const;
const otherSide = {
  cost_report_token: 'business_metric_token',
  business_metric_token: 'cost_report_token',
} as const;

/** The attachments of some reports, or of some metrics, each in its order. */
export async function readAttachments(
  db: Db,
  side: Side,
  owners: readonly string[],
): Promise<(owner: string) => AttachmentRow[]> {
  const rows = await db
    .selectFrom('business_metric_attachments')
    .selectAll()
    .where(side, '=', sql<string>`any(${[...owners]})`)
    .orderBy(positions[side])
    .orderBy('id')
    .execute();
  return (owner) => rows.filter((row) => row[side] === owner);
}

/** An attachment without its two tokens; what is not set is left out. */
export function serializeAttachment(row: AttachmentRow) {
  const { unit_scale, calculation_type, label, label_filter, label_filters } = row;
  return {
    unit_scale,
    calculation_type,
    ...(label !== null && { label }),
    ...(label_filter && { label_filter }),
    ...(label_filters && { label_filters }),
  };
}

interface Wanted {
  token: string;
  entry: AttachmentBody;
  /** Whether the report was named by the segment that it belongs to; left as it is when absent. */
  names_segment?: boolean;
}

interface Attach {
  side: Side;
  owner: string;
  /** Tokens of the other side, with how they go together, in order. */
  wanted: readonly Wanted[];
  /** Tokens of the other side that stay attached although they are not wanted. */
  kept?: readonly string[];
}

/** Replaces the attachments of one side by a list. */
export async function replaceAttachments(db: Db, attach: Attach): Promise<void> {
  const { side, owner, wanted, kept = [] } = attach;
  const other = otherSide[side];
  await db
    .deleteFrom('business_metric_attachments')
    .where(side, '=', owner)
    .where(other, '<>', sql<string>`all(${[...wanted.map(({ token }) => token), ...kept]})`)
    .execute();
  for (const [position, { token, entry, ...naming }] of wanted.entries()) {
    const columns = { ...columnsOf(entry, positions[side], position), ...naming };
    await db
      .insertInto('business_metric_attachments')
      .values({
        ...({ [side]: owner, [other]: token } as Record<Side, string>),
        ...columns,
        [positions[other]]: sql<number>`(select coalesce(max(${sql.ref(positions[other])}), -1) + 1
          from business_metric_attachments where ${sql.ref(other)} = ${token})`,
      })
      .onConflict((conflict) =>
        conflict.columns(['cost_report_token', 'business_metric_token']).doUpdateSet(columns),
      )
      .execute();
  }
}

function columnsOf(entry: AttachmentBody, position: string, at: number) {
  const { unit_scale, calculation_type, label, label_filter, label_filters } = entry;
  const hasKeys = Object.keys(label_filters ?? {}).length > 0;
  return {
    unit_scale,
    calculation_type,
    label: label ?? null,
    label_filter: label_filter?.length ? label_filter : null,
    label_filters: hasKeys ? JSON.stringify(label_filters) : null,
    [position]: at,
  };
}
