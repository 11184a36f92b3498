import type { z } from 'zod';
import { mayCreate } from '../../../platform/auth/access.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Entity } from '../../../platform/kernel/entity.js';
import { type GivenLinks, replaceGivenLinks } from '../../../platform/kernel/links.js';
import { type ResourceDeclaration, resource } from '../../../platform/kernel/resource.js';
import type { Row, TableName } from '../../../platform/kernel/rows.js';
import { forbidden } from '../../../platform/lib/errors.js';
import { pick } from '../../../platform/lib/pick.js';
import { type RuleRecipients, requireRecipients } from './recipients.js';
import { type LinkedRule, givenRecipients } from './rule-fields.js';

type Common<Table extends TableName, Create extends z.ZodObject, Update extends z.ZodObject> = Pick<
  ResourceDeclaration<Table, Create, Update>,
  'many' | 'tag' | 'create' | 'update' | 'search' | 'filters' | 'where' | 'errors'
>;

/** What a kind of rule declares beside whom it tells. Its bodies include `recipientFields`. */
interface RuleDeclaration<
  Table extends TableName,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
> extends Common<Table, Create, Update> {
  one: LinkedRule;
  /** The workspace of what a body says is watched; undefined if it does not say. */
  watches: (body: Partial<z.output<Create>>, ctx: Context) => Promise<string | undefined>;
  /** The columns of its own fields. */
  columns: (
    body: z.output<Create> & z.output<Update>,
    ctx: Context,
    current: Row<Table> | undefined,
  ) => Record<string, unknown>;
  /** Further lists of tokens. */
  links?: (body: z.output<Create> & z.output<Update>) => GivenLinks[];
  afterSave?: (ctx: Context) => Promise<void>;
}

/** The operations of a kind of rule that tells people of costs: who may be told, and in which workspace it is. */
export function ruleResource<
  Table extends TableName,
  Model extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
>(of: Entity<Table, Model>, declaration: RuleDeclaration<Table, Create, Update>) {
  const { one, watches, columns, links, afterSave, ...common } = declaration;
  return resource<Table, Model, Create, Update>(of, {
    ...common,
    one,
    workspaceOf: watches,
    columns: async (body, ctx, current, workspace) => {
      const target = (current && (await watches(body, ctx))) ?? workspace!;
      if (!mayCreate(ctx.actor, target)) throw forbidden();
      await requireRecipients(ctx, target, body);
      return {
        workspace_token: target,
        ...pick(body as RuleRecipients, ['recipient_emails', 'recipient_channels']),
        ...columns(body, ctx, current),
      };
    },
    afterSave: async (row, body, ctx) => {
      const hasChanged = await replaceGivenLinks(ctx.db, { [`${one}_token`]: row.token }, [
        ...givenRecipients(one, body),
        ...(links?.(body) ?? []),
      ]);
      await afterSave?.(ctx);
      return hasChanged;
    },
  });
}
