import type { Db } from '../store/tables.js';

/** Tables of objects that jobs work on for long enough to lose them. */
type WorkedOn = 'accounts' | 'cost_reports' | 'dashboards' | 'integrations';

/**
 * Runs work on an object. Whatever fails because the object is deleted meanwhile, be it a read or a reference
 * to it, is no failure: nobody is waiting any more. Returns undefined then.
 */
export async function unlessDeleted<Result>(
  db: Db,
  table: WorkedOn,
  token: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const object = await db
      .selectFrom(table)
      .select('token')
      .where('token', '=', token)
      .executeTakeFirst();
    if (object) throw error;
    return undefined;
  }
}
