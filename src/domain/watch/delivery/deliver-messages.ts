import { sql } from 'kysely';
import { type Clock, addSeconds } from '../../../platform/lib/time.js';
import { DeliveryFailed } from './channels/post-request.js';
import { deliveriesTotal } from './delivery-metrics.js';
import { isMuted } from './mute.js';
import { retryDelaySeconds } from './retry-delay.js';
import { type DeliveryServices, type StoredMessage, sendMessage } from './send-message.js';

/** Messages that are sent at the same time. */
const batchSize = 10;
/** A run ends after this many batches; the next one goes on. */
const maxBatches = 100;
const timeoutSeconds = 30;
/** A message that is not recorded as sent or failed by then was interrupted, and is sent again. */
export const leaseSeconds = 180;
/** A receiver that asks for a longer delay is called again after an hour. */
const maxRetryAfterSeconds = 3600;
const maxErrorCharacters = 500;

export interface Deliverer {
  services: DeliveryServices;
  clock: Clock;
  /** From 0 to 1, for the delays. */
  random: () => number;
  timeoutSeconds?: number;
  maxAttempts?: number;
}

/** Sends all messages that are due and returns their number by outcome. */
export async function deliverMessages(deliverer: Deliverer): Promise<Record<string, number>> {
  await holdMails(deliverer);
  const counts: Record<string, number> = {};
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const messages = await claimMessages(deliverer);
    if (messages.length === 0) break;
    const outcomes = await Promise.allSettled(
      messages.map((each) => deliverUnlessMuted(deliverer, each)),
    );
    for (const outcome of outcomes) {
      // The outcome could not be recorded; the others of the batch were.
      if (outcome.status === 'rejected') throw outcome.reason;
      counts[outcome.value] = (counts[outcome.value] ?? 0) + 1;
    }
  }
  return counts;
}

/** Without a mail server, e-mails are kept with a state of their own until there is one. */
async function holdMails({ services, clock }: Deliverer): Promise<void> {
  const { db, log, sendMail } = services;
  const [from, to] = sendMail
    ? (['not_configured', 'pending'] as const)
    : (['pending', 'not_configured'] as const);
  const { numUpdatedRows } = await db
    .updateTable('delivery_messages')
    .set({ state: to, next_attempt_at: clock() })
    .where('channel', '=', 'email')
    .where('state', '=', from)
    .executeTakeFirst();
  if (!sendMail && numUpdatedRows > 0n) {
    log.warn({ messages: Number(numUpdatedRows) }, 'SMTP_URL is not set: e-mails are kept');
  }
}

/**
 * Takes the next messages that are due: the first of each rule and recipient, so that each recipient gets
 * them in order. They stay pending until their lease ends, so none is lost with the process, and the
 * lease keeps other workers off them.
 */
async function claimMessages({ services, clock }: Deliverer): Promise<StoredMessage[]> {
  const now = clock();
  const { rows } = await sql<StoredMessage>`
    with due as (
      select token from delivery_messages m
      where state = 'pending' and next_attempt_at <= ${now}
        and not exists (select 1 from delivery_messages earlier
          where earlier.rule_token = m.rule_token and earlier.channel = m.channel
            and earlier.recipient = m.recipient and earlier.id < m.id
            and earlier.state in ('pending', 'not_configured'))
      order by id limit ${batchSize} for update skip locked
    )
    update delivery_messages claimed
    set attempts = attempts + 1, next_attempt_at = ${addSeconds(now, leaseSeconds)}
    from due where claimed.token = due.token
    returning claimed.*`.execute(services.db);
  return rows;
}

/** What is due while its rule or channel is muted is not sent later: it would be news no more. */
async function deliverUnlessMuted(deliverer: Deliverer, message: StoredMessage): Promise<string> {
  const { services, clock } = deliverer;
  if (!(await isMuted(services.db, message, clock()))) return deliver(deliverer, message);
  await record(deliverer, message, { state: 'muted', last_error: null, finished_at: clock() });
  services.metrics?.add(deliveriesTotal, { channel: message.channel, status: 'muted' });
  return 'muted';
}

/** Sends a message that this process has claimed, and records the outcome, which it returns. */
export async function deliver(deliverer: Deliverer, message: StoredMessage): Promise<string> {
  const status = await attempt(deliverer, message);
  const { channel } = message;
  deliverer.services.metrics?.add(deliveriesTotal, { channel, status });
  return status;
}

async function attempt(deliverer: Deliverer, message: StoredMessage): Promise<string> {
  const { services, clock } = deliverer;
  try {
    const state = await sendMessage(services, message, {
      now: clock(),
      timeoutSeconds: deliverer.timeoutSeconds ?? timeoutSeconds,
    });
    await record(deliverer, message, { state, last_error: null, finished_at: clock() });
    return state;
  } catch (error) {
    if (error instanceof RecordFailed) throw error.cause;
    return recordFailure(deliverer, message, error);
  }
}

async function recordFailure(
  deliverer: Deliverer,
  message: StoredMessage,
  error: unknown,
): Promise<string> {
  const { services, clock, random, maxAttempts = 5 } = deliverer;
  const text = String(error instanceof Error ? error.message : error);
  const last_error = text.slice(0, maxErrorCharacters);
  const { token, channel, attempts, rule_token: rule } = message;
  if (attempts >= maxAttempts) {
    services.log.error({ message: token, rule, channel, reason: last_error }, 'delivery failed');
    await record(deliverer, message, { state: 'failed', last_error, finished_at: clock() });
    return 'failed';
  }
  const asked = error instanceof DeliveryFailed ? error.retryAfterSeconds : 0;
  const delay = Math.max(
    retryDelaySeconds(attempts, random()),
    Math.min(asked, maxRetryAfterSeconds),
  );
  const next_attempt_at = addSeconds(clock(), delay);
  await record(deliverer, message, { last_error, next_attempt_at });
  return 'retried';
}

/** An outcome that is not in the database: the message is sent again when its lease ends. */
class RecordFailed extends Error {}

type Outcome = Partial<
  Pick<StoredMessage, 'state' | 'last_error' | 'finished_at' | 'next_attempt_at'>
>;

/** Records an outcome, unless another worker has taken the message over since. */
async function record(
  { services }: Deliverer,
  { token, attempts }: StoredMessage,
  outcome: Outcome,
): Promise<void> {
  try {
    await services.db
      .updateTable('delivery_messages')
      .set(outcome)
      .where('token', '=', token)
      .where('attempts', '=', attempts)
      .where('state', '=', 'pending')
      .execute();
  } catch (error) {
    throw new RecordFailed('The outcome of a delivery could not be recorded', { cause: error });
  }
}
