import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';

type Explained = Pick<Row<'anomaly_alerts'>, 'workspace_token' | 'provider' | 'resource_ids'>;

/** Reads the tokens of the resources that explain some anomalies, as far as their workspaces have them. */
export async function readResourceTokens(
  { db }: Context,
  anomalies: readonly Explained[],
): Promise<(anomaly: Explained) => string[]> {
  const ids = [...new Set(anomalies.flatMap(({ resource_ids }) => resource_ids))];
  const workspaces = [...new Set(anomalies.map(({ workspace_token: workspace }) => workspace))];
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ workspace: string; provider: string; billed_id: string; token: string }>`
          select w.workspace_token as workspace, r.provider, r.billed_id, min(r.token) as token
          from current_resources r join integration_workspaces w on w.integration_token = r.integration_token
          where w.workspace_token = any(${workspaces}) and r.billed_id = any(${ids})
          group by 1, 2, 3`.execute(db);
  const keyOf = (...parts: string[]) => JSON.stringify(parts);
  const tokens = new Map(
    rows.map((row) => [keyOf(row.workspace, row.provider, row.billed_id), row.token]),
  );
  return ({ workspace_token: workspace, provider, resource_ids }) =>
    resource_ids.flatMap((id) => tokens.get(keyOf(workspace, provider, id)) ?? []);
}
