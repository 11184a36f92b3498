import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { formatMoment } from '../../lib/dates.js';

type Mute = Schemas['Mute'];

const mutesPath = '/v2/mutes';

/** Those that have not ended, in the order of their beginnings. */
const withoutEnded = (mutes: readonly Mute[]): Mute[] =>
  mutes
    .filter(({ ends_at: end }) => Date.parse(end) > Date.now())
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));

/** The mutes of a channel or rule that have not ended; undefined until they are read. */
export function useMutesOf(token: string): Mute[] | undefined {
  const { data } = useGet(mutesPath, { query: { object_token: token, limit: 1000 } });
  return data && withoutEnded(data.mutes.filter((each) => each.object_token === token));
}

/** Says of channels and rules of the workspace when they are muted; undefined where they are not. */
export function useMuteTexts(): (token: string) => string | undefined {
  const workspace = useWorkspace();
  const { data } = useGet(
    mutesPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const mutes = withoutEnded(data?.mutes ?? []);
  return (token) => {
    const next = mutes.find((each) => each.object_token === token);
    return next && muteText(next);
  };
}

/** `Muted until 10 Mar 2026, 18:00` */
export function muteText({ starts_at: start, ends_at: end }: Mute, now = Date.now()): string {
  const until = `until ${formatMoment(end)}`;
  return Date.parse(start) > now ? `Muted from ${formatMoment(start)} ${until}` : `Muted ${until}`;
}

/** Mutes a channel or rule from now on. */
export async function muteUntil(object_token: string, end: Date): Promise<void> {
  const body = { object_token, starts_at: new Date().toISOString(), ends_at: end.toISOString() };
  await api.post(mutesPath, { body });
  await invalidate(mutesPath);
}

/** Ends mutes, also those that have not begun. */
export async function endMutes(mutes: readonly Mute[]): Promise<void> {
  for (const { token } of mutes) {
    await api.delete('/v2/mutes/{mute_token}', { path: { mute_token: token } });
  }
  await invalidate(mutesPath);
}
