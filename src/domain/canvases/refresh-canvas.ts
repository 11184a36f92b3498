import { formatDate } from '../../platform/lib/time.js';
import type { JobContext } from '../../platform/jobs/job.js';
import type { Db } from '../../platform/store/tables.js';
import { makeTable } from './make-table.js';
import { parsePrompt } from './parse-prompt.js';
import { PromptError } from './prompt.js';
import { readVocabulary } from './read-vocabulary.js';

/** What a refresh leaves behind; a table that is not named stays as it was. */
interface Outcome {
  result?: string | null;
  error: string | null;
}

const failure = 'The table could not be refreshed. It is tried again every day.';

/** Makes the table of a canvas anew. One whose prompt changes meanwhile is left to its own refresh. */
export async function refreshCanvas(token: string, { services, clock }: JobContext): Promise<void> {
  const canvas = await services.db
    .selectFrom('canvases')
    .select(['account_token', 'workspace_token', 'prompt'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (!canvas) return;
  const outcome = await answer(canvas, services, formatDate(clock()));
  await write(services.db, token, outcome, canvas.prompt);
}

/** Says that a refresh failed; the last good table stays. */
export async function failCanvas(db: Db, token: string): Promise<void> {
  await write(db, token, { error: failure });
}

async function answer(
  canvas: { account_token: string; workspace_token: string; prompt: string },
  { db, costs }: JobContext['services'],
  today: string,
): Promise<Outcome> {
  const vocabulary = await readVocabulary({ db, costs }, canvas);
  const prompt = explained(() => parsePrompt(canvas.prompt, vocabulary, today));
  if (prompt instanceof PromptError) return { result: null, error: prompt.message };
  const from = { db, costs, workspace: canvas.workspace_token, today };
  try {
    return { result: JSON.stringify(await makeTable(from, prompt)), error: null };
  } catch (error) {
    if (error instanceof PromptError) return { error: error.message };
    throw error;
  }
}

function explained<Result>(read: () => Result): Result | PromptError {
  try {
    return read();
  } catch (error) {
    if (error instanceof PromptError) return error;
    throw error;
  }
}

async function write(db: Db, token: string, outcome: Outcome, prompt?: string): Promise<void> {
  await db
    .updateTable('canvases')
    .set(outcome)
    .where('token', '=', token)
    .$if(prompt !== undefined, (query) => query.where('prompt', '=', prompt!))
    .execute();
}
