import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { DomainFailure, notFound } from '../../platform/lib/errors.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { dataFileFormats } from '../../domain/data-file-formats.js';
import {
  type FoundDataFile,
  findDataFiles,
  needsIntegration,
} from '../../domain/intake/data-files/index.js';
import { ImportError, type InputFile, receiveFiles } from '../../domain/intake/ingest/index.js';
import { cancelImportRun } from '../../domain/intake/import-runs/index.js';
import {
  chooseIntegration,
  ImportRun,
  readImportQueue,
  serializeImportRun,
  startDataFileRun,
  startImportRun,
  countRejectedRows,
  readRejectedRows,
  Load,
  RejectedRow,
  serializeLoad,
  visibleLoads,
  visibleTokens,
} from '../../domain/intake/integrations/index.js';

const createImport = operation({
  id: 'createImport',
  tag: 'Console',
  method: 'POST',
  path: '/console/imports',
  summary: 'Import a bill or data files from one file, or from a form with several files',
  query: z.object({
    integration: z
      .string()
      .optional()
      .describe('Token or name; chosen by payer or created if absent.'),
    provider: z
      .string()
      .optional()
      .describe('Provider of a new integration, if the file does not name one.'),
    workspace: z
      .string()
      .optional()
      .describe('Token or name of the workspace of a new integration.'),
    name: z.string().optional().describe('File name, if the body is one file.'),
    report_name: z.string().optional(),
    source_version: z
      .string()
      .optional()
      .describe('Version of the bill; a later version replaces an earlier one.'),
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
    const cleanUp = async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error instanceof ImportError
        ? new DomainFailure([error.message, ...error.details])
        : error;
    };
    const start = async () => {
      const { dataFiles, others } = await findDataFiles(files, folder, dataFileFormats);
      if (dataFiles[0]) {
        requireOneKind(dataFiles[0], others, query.integration);
        const owner = await chooseIntegration(ctx, [], query);
        return startDataFileRun(ctx, owner, dataFiles, folder);
      }
      const integration = await chooseIntegration(ctx, files, query);
      const fileSet = { files, reportName: query.report_name, sourceVersion: query.source_version };
      return startImportRun(ctx, integration, fileSet, folder);
    };
    return serializeImportRun(ctx.services, await start().catch(cleanUp), ctx.now);
  },
});

/** A run that fails changes nothing, which data files and a bill together could not promise. */
function requireOneKind(
  { file, format }: FoundDataFile,
  others: readonly InputFile[],
  integration: string | undefined,
): void {
  if (others[0]) {
    throw new ImportError(
      `${file.name} is a file of the kind ${format.title}, ${others[0].name} is not; import bills and other files separately.`,
    );
  }
  if (!integration) throw new ImportError(needsIntegration(file.name, format.title));
}

const getImportRun = operation({
  id: 'getImportRun',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports/runs/{run_id}',
  summary: 'Get the progress and result of an import',
  params: z.object({ run_id: z.string() }),
  status: 200,
  errors: [404],
  role: 'integration_owner',
  response: ImportRun,
  run: async ({ params }, ctx) =>
    serializeImportRun(ctx.services, await findRun(ctx, params.run_id), ctx.now),
});

const getImportQueue = operation({
  id: 'getImportQueue',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports/queue',
  summary: 'List imports that are running or wait for their turn, in their order',
  status: 200,
  errors: [],
  role: 'integration_owner',
  response: z.object({ import_runs: z.array(ImportRun) }),
  run: async (_input, ctx) => ({ import_runs: await readImportQueue(ctx) }),
});

const cancelImport = operation({
  id: 'cancelImport',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/imports/runs/{run_id}',
  summary: 'Cancel an import: it fails and changes nothing, unless it has already ended',
  params: z.object({ run_id: z.string() }),
  status: 202,
  errors: [404],
  role: 'integration_owner',
  response: ImportRun,
  run: async ({ params }, ctx) => {
    const run = await findRun(ctx, params.run_id);
    await cancelImportRun(ctx.db, run.run_id);
    return serializeImportRun(ctx.services, run, ctx.now);
  },
});

async function findRun(ctx: Context, id: string) {
  const run = await ctx.db
    .selectFrom('import_runs')
    .selectAll()
    .where('account_token', '=', ctx.actor.accountToken)
    .where('run_id', '=', parseId(id, 'Import'))
    .where((eb) =>
      eb.or([
        eb('integration_token', 'is', null),
        eb('integration_token', 'in', visibleTokens(ctx)),
      ]),
    )
    .executeTakeFirst();
  if (!run) throw notFound('Import');
  return run;
}

const getLoads = operation({
  id: 'getLoads',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports',
  summary: 'List loads, newest first',
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
    const matching = visibleLoads(ctx)
      .$if(integration !== undefined, (loads) =>
        loads.where('integration_token', '=', integration!),
      )
      .$if(status !== undefined, (loads) => loads.where('status', '=', status!));
    const { total } = await matching
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow();
    const rows = await matching
      .selectAll()
      .orderBy('load_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { links: pageLinks(ctx.origin, ctx.url, page, total), loads: rows.map(serializeLoad) };
  },
});

const getLoad = operation({
  id: 'getLoad',
  tag: 'Console',
  method: 'GET',
  path: '/console/imports/{load_id}',
  summary: 'Get a load with its rejected rows',
  params: z.object({ load_id: z.string() }),
  query: z.object(pageQuery),
  status: 200,
  errors: [404],
  response: z.object({ links: Links, rejected_rows: z.array(RejectedRow), load: Load }),
  run: async ({ params, query }, ctx) => {
    const load = await visibleLoads(ctx)
      .selectAll()
      .where('load_id', '=', parseId(params.load_id, 'Load'))
      .executeTakeFirst();
    if (!load) throw notFound('Load');
    const { costs } = ctx.services;
    const page = pageOf(query, { default: 100, max: 1000 });
    const total = await countRejectedRows(costs, load.load_id);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      rejected_rows: await readRejectedRows(costs, [load.load_id], page),
      load: serializeLoad(load),
    };
  },
});

function parseId(text: string, kind: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound(kind);
  return Number(text);
}

export const imports = [
  createImport,
  getImportQueue,
  getImportRun,
  cancelImport,
  getLoads,
  getLoad,
];
