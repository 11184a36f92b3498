import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { choice, emptyValueRules, text } from '../../../platform/kernel/fields.js';
import type { Db, Tables } from '../../../platform/store/tables.js';

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
  label_filter: z.array(z.string()).optional().describe('Labels of the values to include.'),
  label_filters: z
    .record(z.string(), z.array(z.string()).min(1))
    .optional()
    .describe('Label values to include, by label key.'),
};

/** Settings of an attachment, as cost reports and business metrics return them. */
export const attachmentFields = {
  unit_scale: z.enum(unitScales),
  calculation_type: z.enum(calculationTypes),
  ...labels,
};

/** Settings of an attachment in a request body; what is absent gets its default, also in an update. */
export const attachmentBody = z.object({
  unit_scale: choice(unitScales).default('per_unit'),
  calculation_type: choice(calculationTypes).default('unit_cost'),
  ...labels,
});

type AttachmentBody = z.output<typeof attachmentBody>;

/** The list of attachments in a request body, without duplicates on the other side. */
export function attachmentList<Entry extends z.ZodType<AttachmentBody>>(
  entry: Entry,
  tokenOf: (entry: z.output<Entry>) => string,
) {
  const checked = entry.refine(
    ({ label_filter, label_filters }) =>
      !label_filter?.length || Object.keys(label_filters ?? {}).length === 0,
    { error: 'cannot have both label_filter and label_filters' },
  );
  return z
    .array(checked)
    .refine((list) => new Set(list.map((sent) => tokenOf(sent))).size === list.length, {
      error: 'has duplicates',
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

/** Reads the attachments of cost reports or of business metrics, in the order of each. */
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

/** An attachment as the API returns it, without the two tokens; unset fields are omitted. */
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

interface Attachment {
  token: string;
  entry: AttachmentBody;
  /** Whether the request named the report by the token of its segment; unchanged if absent. */
  names_segment?: boolean;
}

interface Replacement {
  side: Side;
  owner: string;
  /** The new attachments, in order, by the token of the other side. */
  attachments: readonly Attachment[];
  /** Tokens of the other side that stay attached although they are not in the list. */
  retained?: readonly string[];
}

/** Replaces all attachments of a cost report or a business metric. */
export async function replaceAttachments(db: Db, replacement: Replacement): Promise<void> {
  const { side, owner, attachments, retained = [] } = replacement;
  const other = otherSide[side];
  await db
    .deleteFrom('business_metric_attachments')
    .where(side, '=', owner)
    .where(
      other,
      '<>',
      sql<string>`all(${[...attachments.map(({ token }) => token), ...retained]})`,
    )
    .execute();
  for (const [position, { token, entry, ...naming }] of attachments.entries()) {
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
