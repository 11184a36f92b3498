import { z } from 'zod';
import { badRequest, notFound, unprocessable } from '../../platform/lib/errors.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf } from '../../platform/kernel/paging.js';
import {
  integrations,
  removeCostsUpload,
  resetStatusWithoutCosts,
  storeCostsUpload,
  UserCostsUpload,
  costsUploads,
} from '../../domain/intake/integrations/index.js';

const params = z.object({ integration_token: z.string() });

const csv = z
  .union([z.string(), z.object({ name: z.string().optional(), content: z.instanceof(Buffer) })])
  .register(openApiSchemas, { type: 'string', format: 'binary' });

const flag = z
  .string()
  // The TypeScript client sends the text `undefined` for an option that is not set.
  .regex(/^(true|false|1|0|undefined)?$/i)
  .transform((value) => /^(true|1)$/i.test(value))
  .register(openApiSchemas, { type: 'boolean', default: false });

const createUpload = operation({
  id: 'createUserCostsUploadViaCsv',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/{integration_token}/costs.csv',
  summary: 'Upload costs of a custom provider, replacing an upload with the same file name',
  params,
  form: true,
  body: z.object({ csv: csv.optional(), auto_transform: flag.default(false) }),
  status: 201,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: UserCostsUpload,
  // The import writes to the cost store first and opens one transaction at the end.
  ownTransaction: true,
  run: async ({ params: { integration_token }, body }, ctx) => {
    const integration = await integrations.rows.load(ctx, integration_token);
    if (body.csv === undefined) throw badRequest('csv is missing');
    if (integration.provider !== 'custom_provider') {
      throw unprocessable('Costs can only be uploaded to a custom provider');
    }
    const file =
      typeof body.csv === 'string'
        ? { name: undefined, content: Buffer.from(body.csv, 'utf8') }
        : { name: body.csv.name, content: body.csv.content };
    return storeCostsUpload(ctx, integration, file, body.auto_transform);
  },
});

const getUploads = operation({
  id: 'getUserCostsUploads',
  tag: 'Integrations',
  method: 'GET',
  path: '/v2/integrations/{integration_token}/costs',
  summary: 'List the uploads of a custom provider, newest first',
  params,
  status: 200,
  errors: [404],
  response: z
    .object({ links: Links, user_costs_uploads: z.array(UserCostsUpload) })
    .meta({ id: 'UserCostsUploads' }),
  run: async ({ params: { integration_token } }, ctx) => {
    const integration = await integrations.rows.load(ctx, integration_token);
    const rows = await ctx.db
      .selectFrom('costs_uploads')
      .selectAll()
      .where('integration_token', '=', integration.token)
      .orderBy('id', 'desc')
      .execute();
    const page = { ...pageOf({}), limit: Math.max(rows.length, 1) };
    return {
      links: pageLinks(ctx.origin, ctx.url, page, rows.length),
      user_costs_uploads: await costsUploads.serializeRows(rows, ctx),
    };
  },
});

const deleteUpload = operation({
  id: 'deleteUserCostsUpload',
  tag: 'Integrations',
  method: 'DELETE',
  path: '/v2/integrations/{integration_token}/costs/{user_costs_upload_token}',
  summary: 'Delete an upload and its costs',
  params: params.extend({ user_costs_upload_token: z.string() }),
  status: 204,
  errors: [404],
  role: 'integration_owner',
  run: async ({ params: { integration_token, user_costs_upload_token } }, ctx) => {
    const integration = await integrations.rows.loadForUpdate(ctx, integration_token);
    const upload = await costsUploads.rows.find(ctx, user_costs_upload_token, true);
    if (upload?.integration_token !== integration.token) throw notFound(costsUploads.kind);
    await removeCostsUpload(ctx, upload);
    await resetStatusWithoutCosts(ctx, integration.token);
    await costsUploads.record(ctx, upload, await costsUploads.serialize(upload, ctx), null);
  },
});

export const costsUploadOperations = [createUpload, getUploads, deleteUpload];
