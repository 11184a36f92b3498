import { z } from 'zod';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { fetchJson } from './fetch-json.js';
import type { MetricSource } from './metric-source.js';
import { DatadogMetricFields } from './metric-source-fields.js';
import { PullError } from './pull-error.js';

const service = 'Datadog';
const defaultEndpoint = 'https://api.datadoghq.com';
/** For longer ranges Datadog returns points coarser than a day. */
const daysPerRequest = 30;

const QueryResponse = z.object({
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
  pull: async function* (stored, { settings, secrets, send }, range) {
    const { query } = DatadogMetricFields.parse(stored);
    const headers = {
      'dd-api-key': secrets['api_key']!,
      'dd-application-key': secrets['application_key']!,
    };
    for (let start = range.start; start <= range.end; start = addDays(start, daysPerRequest)) {
      const last = addDays(start, daysPerRequest - 1);
      const end = addDays(last < range.end ? last : range.end, 1);
      const params = new URLSearchParams({
        from: String(Date.parse(start) / 1000),
        to: String(Date.parse(end) / 1000 - 1),
        query,
      });
      const url = `${settings['endpoint'] ?? defaultEndpoint}/api/v1/query?${params.toString()}`;
      const { body } = await fetchJson({ service, url, init: { headers }, send });
      for (const { tag_set, pointlist } of seriesOf(body)) {
        const labels = Object.fromEntries(tag_set.map(splitTag));
        for (const [milliseconds, amount] of pointlist) {
          const day = formatDate(new Date(milliseconds));
          // A point may start before the requested range; that day belongs to the previous request.
          if (amount !== null && day >= start && day < end) {
            yield { day, labels, amount: String(amount) };
          }
        }
      }
    }
  },
};

function seriesOf(body: unknown) {
  const response = QueryResponse.safeParse(body);
  if (!response.success) {
    throw new PullError(`${service} returned an unexpected response to the query.`);
  }
  const { status, error, series } = response.data;
  if (status === 'error' || error) {
    const reason = (error ?? 'no reason given').slice(0, 300);
    throw new PullError(`${service} rejected the query: ${reason}`);
  }
  return series;
}

/** Splits `shop:north` into key and value. */
function splitTag(tag: string): [key: string, value: string] {
  const at = tag.indexOf(':');
  return at < 0 ? [tag, tag] : [tag.slice(0, at), tag.slice(at + 1)];
}
