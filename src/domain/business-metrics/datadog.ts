import { z } from 'zod';
import { addDays } from '../../platform/lib/days.js';
import { formatDate } from '../../platform/lib/time.js';
import { askJson } from './ask.js';
import { type MetricSource, PullError } from './source.js';

const who = 'Datadog';
const usualEndpoint = 'https://api.datadoghq.com';
/** Longer ranges come back in bins that are longer than a day. */
const daysAtOnce = 30;

const Fields = z.object({ query: z.string() });

const Answer = z.object({
  status: z.string().optional(),
  error: z.string().optional(),
  series: z
    .array(
      z.object({
        pointlist: z.array(z.tuple([z.number(), z.number().nullable()])),
        tag_set: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});

export const datadog: MetricSource = {
  pull: async function* (stored, { settings, secrets }, range) {
    const { query } = Fields.parse(stored);
    const headers = {
      'dd-api-key': secrets['api_key']!,
      'dd-application-key': secrets['application_key']!,
    };
    for (let start = range.start; start <= range.end; start = addDays(start, daysAtOnce)) {
      const last = addDays(start, daysAtOnce - 1);
      const end = addDays(last < range.end ? last : range.end, 1);
      const asked = new URLSearchParams({
        from: String(Date.parse(start) / 1000),
        to: String(Date.parse(end) / 1000 - 1),
        query,
      });
      const address = `${settings['endpoint'] ?? usualEndpoint}/api/v1/query?${asked.toString()}`;
      const { body } = await askJson({ who, address, init: { headers } });
      for (const { tag_set, pointlist } of seriesOf(body)) {
        const labels = Object.fromEntries(tag_set.map(splitTag));
        for (const [milliseconds, amount] of pointlist) {
          const day = formatDate(new Date(milliseconds));
          // A bin may begin before the range that it is answered for; another range holds that day.
          if (amount !== null && day >= start && day < end)
            yield { day, labels, amount: String(amount) };
        }
      }
    }
  },
};

function seriesOf(body: unknown) {
  const answer = Answer.safeParse(body);
  if (!answer.success) throw new PullError(`${who} answered the query with something else.`);
  const { status, error, series } = answer.data;
  if (status === 'error' || error) {
    throw new PullError(`${who} refused the query: ${(error ?? 'no reason given').slice(0, 300)}`);
  }
  return series;
}

/** `shop:north` as key and value. */
function splitTag(tag: string): [key: string, value: string] {
  const at = tag.indexOf(':');
  return at < 0 ? [tag, tag] : [tag.slice(0, at), tag.slice(at + 1)];
}
