import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { scimRoutes } from './api/scim/index.js';
import { queueDetection } from './domain/watch/anomalies/index.js';
import { queueCommitments } from './domain/optimise/financial-commitments/index.js';
import { queueRebillingOf } from './domain/billing/rebilling/index.js';
import { queueEvaluation } from './domain/watch/budget-alerts/index.js';
import { queueCostAlerts } from './domain/watch/cost-alerts/index.js';
import { backupJob } from './domain/installation/backups/index.js';
import { type FirstOwner, bootstrap } from './domain/people/users/index.js';
import { ActorLoader } from './platform/auth/actor-loader.js';
import { openVault } from './platform/auth/vault.js';
import type { Config } from './platform/config.js';
import { createServer } from './platform/http/server.js';
import { Importer } from './domain/intake/ingest/index.js';
import { allJobs } from './domain/jobs.js';
import { allMeasurements, allMetrics } from './domain/metrics.js';
import { JobRunner } from './platform/jobs/job-runner.js';
import type { Operation } from './platform/kernel/operation.js';
import type { Log } from './platform/lib/log.js';
import type { Clock } from './platform/lib/time.js';
import { allOperations } from './operations.js';
import type { Services } from './platform/kernel/services.js';
import { openMailer } from './platform/outbound/send-mail.js';
import { openSender } from './platform/outbound/send-request.js';
import { enableReadCache } from './platform/store/read-cache.js';
import { readServerCredentials } from './platform/server-credentials.js';
import { prepareDataFolder } from './platform/store/data-folder.js';
import { requireSharedStores } from './platform/store/require-shared-stores.js';
import { countSurvivedError, observeStatement } from './platform/store/store-metrics.js';
import { openStores } from './platform/store/stores.js';
import { openMetrics } from './platform/telemetry/metrics.js';
import { openTelemetry } from './platform/telemetry/open-telemetry.js';

export interface AppOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  env?: NodeJS.ProcessEnv;
  /** Uses the stores of this process although others are recorded in the database. */
  adoptsStores?: boolean;
  /** Answers that break their description throw; for tests. */
  validatesResponses?: boolean;
}

export interface App {
  services: Services;
  operations: readonly Operation[];
  jobs: JobRunner;
  server: FastifyInstance;
  /** Set on the very first start: what the first owner signs in with. */
  firstOwner: FirstOwner | undefined;
  clock: Clock;
  close(): Promise<void>;
}

/** Opens the stores and wires everything; listening and scheduling are the caller's. */
export async function openApp(options: AppOptions): Promise<App> {
  const { log, clock = () => new Date(), env = process.env } = options;
  const config = { ...options.config, data: await prepareDataFolder(options.config) };
  const { otlpEndpoint } = config;
  const metrics = config.metrics || otlpEndpoint ? await openMetrics(allMetrics) : undefined;
  const telemetry =
    otlpEndpoint && metrics ? await openTelemetry(otlpEndpoint, metrics, { log, env }) : undefined;
  const tracing = telemetry?.tracing;
  const { close: closeStores, ...stores } = await openStores(
    config,
    env,
    metrics &&
      ((statement) => {
        observeStatement(metrics, statement);
        tracing?.statement(statement);
      }),
  );
  try {
    const workFolder = join(config.data, 'work');
    // The embedded stores belong to the process that has locked the data folder.
    const singleProcess = !config.databaseUrl || !config.clickhouseUrl;
    // Deletes temporary files of a killed process; without embedded stores, other processes may be using theirs.
    if (singleProcess) await rm(workFolder, { recursive: true, force: true });
    const actors = new ActorLoader({ cachesActors: stores.onChange !== undefined });
    await stores.onChange?.('access', () => actors.invalidate());
    await stores.onChange?.('costs', enableReadCache(stores.db).invalidate);
    const vault = await openVault(config.secretKey, config.data);
    if (config.databaseUrl) {
      const { adoptsStores: adopts = false } = options;
      await requireSharedStores(stores, { keyFingerprint: vault.sign('fingerprint'), adopts, log });
    }
    const services: Services = {
      ...stores,
      config,
      log,
      metrics,
      tracing,
      actors,
      vault,
      enqueue: (name, payload, db) => jobs.enqueue(name, payload, db),
      serverCredentials: readServerCredentials(env, config.importFolder),
      sendRequest: openSender(config.outboundNetworks),
      sendMail: openMailer(config.smtpUrl, config.mailFrom),
      workFolder,
      importer: new Importer({
        db: stores.db,
        store: stores.costs,
        clock,
        runner: randomUUID(),
        singleProcess,
        workFolder,
        metrics,
        tracing,
        onCostsChange: async (integration, trx) => {
          await queueEvaluation(services, integration, trx);
          await queueCostAlerts(services, integration, trx);
          await queueDetection(services, integration, trx);
          await queueCommitments(services, integration, trx);
          await queueRebillingOf(services, integration, trx);
        },
      }),
    };
    const firstOwner = await bootstrap(stores.db, { ...config, now: clock() });
    const jobs = new JobRunner([...allJobs, backupJob(config, env)], services, clock);
    const operations = allOperations();
    metrics?.measure(allMeasurements, { ...services, clock }, (error) =>
      log.warn({ err: error }, 'a metric could not be measured'),
    );
    stores.costs.onError = (error, task) => {
      log.error({ err: error, task }, 'cost store error');
      if (metrics) countSurvivedError(metrics, task);
    };
    if (log.isLevelEnabled('debug')) {
      stores.costs.onQuestion = (plan) => log.debug({ plan: plan() }, 'cost plan');
    }
    const { validatesResponses } = options;
    const server = await createServer({
      services,
      operations,
      scimRoutes,
      clock,
      validatesResponses,
    });
    const close = async () => {
      await server.close();
      await jobs.stop();
      await services.importer.stop();
      // Sends last values, which are measured in the stores.
      await telemetry?.close();
      await closeStores();
    };
    return { services, operations, jobs, server, firstOwner, clock, close };
  } catch (error) {
    await closeStores();
    throw error;
  }
}
