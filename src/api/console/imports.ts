import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { DomainFailure, notFound } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { ImportError } from '../../domain/ingest/import-error.js';
import { visibleIntegrations } from '../../domain/integrations/integration.js';
import { chooseIntegration } from '../../domain/integrations/choose-integration.js';
import { ImportRun, showRun, startRun } from '../../domain/integrations/import-runs.js';
import { countRejected, readRejected } from '../../domain/integrations/import-report.js';
import { Load, RejectedRow, showLoad } from '../../domain/integrations/load-model.js';
import { receiveFiles } from './receive-files.js';

const createImport = operation({
  id: 'createImport',
  tag: 'Console',
  method: 'POST',
  path: '/console/imports',
  summary: 'Import a bill: the body is one file, or a form of the files that belong together',
  query: z.object({
    integration: z.string().optional().describe('Token or name; without it, one is found or made.'),
    provider: z.string().optional().describe('Of a new integration, where the file does not say.'),
    workspace: z.string().optional().describe('Token or name, of a new integration.'),
    name: z.string().optional().describe('Name of the file, where the body is one file.'),
    report_name: z.string().optional(),
    source_version: z.string().optional().describe('Orders versions of the same bill.'),
  }),
  stream: true,
  status: 202,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: ImportRun,
  ownTransaction: true,
  run: async ({ query }, ctx) => {
    const { workFolder, config } = ctx.services;
    const { folder, files } = await receiveFiles(ctx.incoming!, {
      workFolder,
      name: query.name ?? 'costs.csv',
      maxBytes: config.maxImportBytes,
    });
    const drop = async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error instanceof ImportError ? new DomainFailure([error.message]) : error;
    };
    const integration = await chooseIntegration(ctx, files, query).catch(drop);
    const set = { files, reportName: query.report_name, sourceVersion: query.source_version };
    const run = await startRun(ctx, integration, set, folder).catch(drop);
    return showRun(ctx.services, run, ctx.now);
  },
});

const getImportRun = operation({
  id: 'getImportRun',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports/runs/{run_id}',
  summary: 'Read how far an import has come, and what it did',
  params: z.object({ run_id: z.string() }),
  status: 200,
  errors: [404],
  role: 'integration_owner',
  response: ImportRun,
  run: async ({ params }, ctx) => {
    const run = await ctx.db
      .selectFrom('import_runs')
      .selectAll()
      .where('account_token', '=', ctx.actor.accountToken)
      .where('run_id', '=', numberOf(params.run_id, 'Import'))
      .executeTakeFirst();
    if (!run) throw notFound('Import');
    return showRun(ctx.services, run, ctx.now);
  },
});

const getLoads = operation({
  id: 'getLoads',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports',
  summary: 'List what was imported, newest first: the books of all loads',
  query: z.object({
    ...pageQuery,
    integration_token: z.string().optional(),
    status: Load.shape.status.optional(),
  }),
  status: 200,
  errors: [400],
  response: z.object({ links: Links, loads: z.array(Load) }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query, { default: 100, max: 1000 });
    const { integration_token: integration, status } = query;
    const found = visibleLoads(ctx)
      .$if(integration !== undefined, (loads) =>
        loads.where('integration_token', '=', integration!),
      )
      .$if(status !== undefined, (loads) => loads.where('status', '=', status!));
    const { total } = await found
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow();
    const rows = await found
      .selectAll()
      .orderBy('load_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { links: pageLinks(ctx.origin, ctx.url, page, total), loads: rows.map(showLoad) };
  },
});

const getLoad = operation({
  id: 'getLoad',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports/{load_id}',
  summary: 'Read the book of a load with its refused rows',
  params: z.object({ load_id: z.string() }),
  query: z.object(pageQuery),
  status: 200,
  errors: [404],
  response: z.object({ links: Links, rejected_rows: z.array(RejectedRow), load: Load }),
  run: async ({ params, query }, ctx) => {
    const load = await visibleLoads(ctx)
      .selectAll()
      .where('load_id', '=', numberOf(params.load_id, 'Load'))
      .executeTakeFirst();
    if (!load) throw notFound('Load');
    const { costs } = ctx.services;
    const page = pageOf(query, { default: 100, max: 1000 });
    const total = await countRejected(costs, load.load_id);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      rejected_rows: await readRejected(costs, [load.load_id], page),
      load: showLoad(load),
    };
  },
});

/** Loads of the integrations that the caller sees. */
function visibleLoads(ctx: Context) {
  return ctx.db
    .selectFrom('loads')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('integration_token', 'in', (eb) =>
      eb.selectFrom('integrations').select('token').where(visibleIntegrations(ctx.actor)),
    );
}

function numberOf(text: string, kind: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound(kind);
  return Number(text);
}

export const imports = [createImport, getImportRun, getLoads, getLoad];
