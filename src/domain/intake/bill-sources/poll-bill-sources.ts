import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { job } from '../../../platform/jobs/job.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import { type Clock, addSeconds } from '../../../platform/lib/time.js';
import type { DataFileFormat } from '../data-files/index.js';
import { secondsToNextCheck } from './check-schedule.js';
import { removeForgottenFiles } from './kept-files.js';
import { keptFilesFolder, pollBillSource, schemeOf } from './poll-bill-source.js';
import { sourceChecks } from './source-metrics.js';

type Integration = Row<'integrations'>;

/** Integrations beyond this limit are due again in the next run, minutes later. */
const maxIntegrations = 1000;
/** Sources that are polled at the same time: one that hangs occupies one of these places until it is given up. */
const maxAtOnce = 8;
/** While sources are polled, others become due. */
const lookAgainMs = 60_000;
/** A process that has not renewed its claim for so long is dead. */
const claimSeconds = 180;

interface Polling {
  services: Services;
  clock: Clock;
  dataFileFormats: readonly DataFileFormat[];
}

/** The job that polls bill sources, which may hold files of these formats beside bills. */
export const pollBillSources = (dataFileFormats: readonly DataFileFormat[]) =>
  job({
    name: 'watch-locations',
    summary: 'Checks the folders and buckets of integrations that are due and imports new bills',
    cron: '*/5 * * * *',
    retries: 0,
    expireHours: 12,
    run: async (_payload, { services, clock }) => {
      await removeForgottenFiles(keptFilesFolder(services));
      const { integrations, imported, failed } = await pollDue({
        services,
        clock,
        dataFileFormats,
      });
      return `${integrations} integrations checked, ${imported} bills imported, ${failed} failed`;
    },
  });

/** Polls all sources that are due, several at a time, so that none waits for another one that is slow or broken. */
async function pollDue(polling: Polling) {
  const { services, clock } = polling;
  const { stopping } = services.importer;
  const totals = { integrations: 0, imported: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const claimNext = async () => {
    if (running.size === maxAtOnce || totals.integrations === maxIntegrations) return undefined;
    return stopping.aborted ? undefined : claimDue(services, clock());
  };
  for (;;) {
    for (let due = await claimNext(); due; due = await claimNext()) {
      totals.integrations += 1;
      const poll: Promise<void> = services.importer
        .track(pollClaimed(polling, due))
        .then(
          ({ imported, failed }) => {
            totals.imported += imported;
            totals.failed += failed;
          },
          (error: unknown) => void failures.push(error),
        )
        .then(() => void running.delete(poll));
      running.add(poll);
    }
    if (running.size === 0) break;
    await Promise.race([...running, pause(lookAgainMs, undefined, { ref: false })]);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Integrations could not be checked.');
  return totals;
}

/** Polls a claimed source, and says when it is due again: at once, if the server stopped meanwhile. */
async function pollClaimed(
  { services, clock, dataFileFormats }: Polling,
  integration: Integration,
): Promise<{ imported: number; failed: number }> {
  const renewal = setInterval(
    () => void claim(services, integration, clock()).catch(() => undefined),
    (claimSeconds / 3) * 1000,
  );
  try {
    const result = await pollBillSource(services, integration, { clock, dataFileFormats });
    if (result === 'interrupted') {
      await release(services, integration, {});
      return { imported: 0, failed: 0 };
    }
    const failedChecks = result.failed > 0 ? integration.failed_checks + 1 : 0;
    await release(services, integration, {
      failed_checks: failedChecks,
      next_check_at: addSeconds(clock(), secondsToNextCheck(integration, failedChecks)),
    });
    const status = result.failed > 0 ? 'failed' : 'done';
    services.metrics?.add(sourceChecks, { source: schemeOf(integration), status });
    return result;
  } finally {
    clearInterval(renewal);
  }
}

/** Renews the claim on an integration. */
async function claim({ db, importer }: Services, { token }: Integration, now: Date): Promise<void> {
  await db
    .updateTable('integrations')
    .set({ checking_until: addSeconds(now, claimSeconds) })
    .where('token', '=', token)
    .where('checked_by', '=', importer.options.runner)
    .execute();
}

/** Ends the claim on an integration, unless another process has taken it over. */
async function release(
  { db, importer }: Services,
  { token }: Integration,
  schedule: Partial<Pick<Integration, 'failed_checks' | 'next_check_at'>>,
): Promise<void> {
  await db
    .updateTable('integrations')
    .set({ checking_until: null, ...schedule })
    .where('token', '=', token)
    .where('checked_by', '=', importer.options.runner)
    .execute();
}

/**
 * Claims the next integration that is due, so that no other worker takes it: new ones first. A claim of a process
 * that has died does not count.
 */
async function claimDue({ db, importer }: Services, now: Date): Promise<Integration | undefined> {
  const { runner, singleProcess } = importer.options;
  const { rows } = await sql<Integration>`
    update integrations set checked_at = ${now}, checked_by = ${runner},
      checking_until = ${addSeconds(now, claimSeconds)}
    where token = (
      select token from integrations
      where (settings->'location' is not null or settings->'app_id' is not null)
        and status <> 'disconnected'
        and (checked_at is null or next_check_at is null or next_check_at <= ${now})
        and (checking_until is null or checking_until < ${now}
          or (${singleProcess} and checked_by <> ${runner}))
      order by checked_at nulls first, id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}
