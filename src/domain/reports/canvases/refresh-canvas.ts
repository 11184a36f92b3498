import { formatDate } from '../../../platform/lib/time.js';
import type { JobContext } from '../../../platform/jobs/job.js';
import type { Db } from '../../../platform/store/tables.js';
import { buildTable } from './build-table.js';
import { parsePrompt } from './parse-prompt.js';
import { PromptError } from './prompt.js';
import { readVocabulary } from './read-vocabulary.js';

/** The columns a refresh updates; without `result` the stored table stays. */
interface RefreshOutcome {
  result?: string | null;
  error: string | null;
}

const failureMessage = 'The table could not be refreshed. It is retried daily.';

/** Recomputes the table of a canvas. A prompt that changes meanwhile has its own refresh, so this result is dropped. */
export async function refreshCanvas(token: string, { services, clock }: JobContext): Promise<void> {
  const canvas = await services.db
    .selectFrom('canvases')
    .select(['account_token', 'workspace_token', 'prompt'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (!canvas) return;
  const outcome = await computeOutcome(canvas, services, formatDate(clock()));
  await storeOutcome(services.db, token, outcome, canvas.prompt);
}

/** Records that a refresh failed; the last table stays. */
export async function recordRefreshFailure(db: Db, token: string): Promise<void> {
  await storeOutcome(db, token, { error: failureMessage });
}

async function computeOutcome(
  canvas: { account_token: string; workspace_token: string; prompt: string },
  { db, costs }: JobContext['services'],
  today: string,
): Promise<RefreshOutcome> {
  const vocabulary = await readVocabulary({ db, costs }, canvas);
  const prompt = returnPromptError(() => parsePrompt(canvas.prompt, vocabulary, today));
  if (prompt instanceof PromptError) return { result: null, error: prompt.message };
  const context = { db, costs, workspace: canvas.workspace_token, today };
  try {
    return { result: JSON.stringify(await buildTable(context, prompt)), error: null };
  } catch (error) {
    if (error instanceof PromptError) return { error: error.message };
    throw error;
  }
}

function returnPromptError<Result>(parse: () => Result): Result | PromptError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PromptError) return error;
    throw error;
  }
}

async function storeOutcome(
  db: Db,
  token: string,
  outcome: RefreshOutcome,
  prompt?: string,
): Promise<void> {
  await db
    .updateTable('canvases')
    .set(outcome)
    .where('token', '=', token)
    .$if(prompt !== undefined, (query) => query.where('prompt', '=', prompt!))
    .execute();
}
