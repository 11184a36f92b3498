import { z } from 'zod';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { signedRequests } from '../../../platform/outbound/signed-requests.js';
import type { MetricAccess } from './metric-access.js';
import { fetchJson } from './fetch-json.js';
import type { MetricSource, PulledValue } from './metric-source.js';
import { CloudwatchFields } from './metric-source-fields.js';
import { PullError } from './pull-error.js';

const service = 'CloudWatch';
const daySeconds = 86_400;
/** Limit of one GetMetricData call. */
const maxSeries = 500;
const maxPages = 100;

type Fields = z.output<typeof CloudwatchFields>;

const Dimension = z.object({ Name: z.string(), Value: z.string() });
const Metrics = z.object({
  Metrics: z.array(z.object({ Dimensions: z.array(Dimension).default([]) })).default([]),
  NextToken: z.string().nullish(),
});
const MetricData = z.object({
  MetricDataResults: z
    .array(
      z.object({ Id: z.string(), Timestamps: z.array(z.number()), Values: z.array(z.number()) }),
    )
    .default([]),
  NextToken: z.string().nullish(),
});

type Dimensions = z.output<typeof Dimension>[];
type Call = (action: string, body: object) => Promise<unknown>;

export const cloudwatch: MetricSource = {
  pull: async function* (stored, access, range) {
    const fields = CloudwatchFields.parse(stored);
    const call = await openClient(fields.region, access);
    const series = fields.label_dimension
      ? await labelledSeries(call, fields, fields.label_dimension)
      : [fixedDimensions(fields)];
    if (series.length > 0) yield* readSeries(call, fields, series, range);
  },
};

async function openClient(region: string, access: MetricAccess): Promise<Call> {
  const endpoint = access.settings['endpoint'] ?? `https://monitoring.${region}.amazonaws.com`;
  const { keys, send: sendUnsigned } = await access.aws!(region, endpoint);
  const send = signedRequests(sendUnsigned, keys, 'monitoring', region);
  const url = `${endpoint}/`;
  return async (action, body) => {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `GraniteServiceVersion20100801.${action}`,
      },
      body: JSON.stringify(body),
    };
    return (await fetchJson({ service, url, init, send })).body;
  };
}

const fixedDimensions = ({ dimensions }: Fields): Dimensions =>
  dimensions.map(({ name, value }) => ({ Name: name, Value: value }));

/** One series per value of the label dimension; series with further dimensions are left out. */
async function labelledSeries(call: Call, fields: Fields, label: string): Promise<Dimensions[]> {
  const fixed = fixedDimensions(fields);
  const series: Dimensions[] = [];
  const filter = {
    Namespace: fields.namespace,
    MetricName: fields.metric_name,
    Dimensions: [...fixed, { Name: label }],
  };
  for await (const page of pages(call, 'ListMetrics', filter, Metrics)) {
    const candidates = page.Metrics.map((metric) => metric.Dimensions);
    series.push(...candidates.filter((dimensions) => dimensions.length === fixed.length + 1));
    if (series.length > maxSeries) {
      throw new PullError(
        `${label} has more than ${maxSeries} values in CloudWatch; narrow the metric with dimensions.`,
      );
    }
  }
  return series;
}

async function* readSeries(
  call: Call,
  fields: Fields,
  series: readonly Dimensions[],
  range: DateRange,
): AsyncGenerator<PulledValue> {
  const { namespace, metric_name, stat, label_dimension: label } = fields;
  const queries = series.map((dimensions, index) => ({
    Id: `m${index}`,
    MetricStat: {
      Metric: { Namespace: namespace, MetricName: metric_name, Dimensions: dimensions },
      Period: daySeconds,
      Stat: stat,
    },
  }));
  const request = {
    MetricDataQueries: queries,
    StartTime: Date.parse(range.start) / 1000,
    EndTime: Date.parse(addDays(range.end, 1)) / 1000,
  };
  for await (const page of pages(call, 'GetMetricData', request, MetricData)) {
    for (const { Id, Timestamps, Values } of page.MetricDataResults) {
      const dimensions = series[Number(Id.slice(1))] ?? [];
      const value = dimensions.find(({ Name }) => Name === label)?.Value;
      const labels = label && value !== undefined ? { [label]: value } : {};
      for (const [index, seconds] of Timestamps.entries()) {
        const day = formatDate(new Date(seconds * 1000));
        yield { day, labels, amount: String(Values[index] ?? 0) };
      }
    }
  }
}

async function* pages<Schema extends z.ZodType<{ NextToken?: string | null }>>(
  call: Call,
  action: string,
  body: object,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  let next: string | null | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const response = schema.safeParse(
      await call(action, { ...body, ...(next && { NextToken: next }) }),
    );
    if (!response.success) {
      throw new PullError(`${service} returned an unexpected response to ${action}.`);
    }
    yield response.data;
    next = response.data.NextToken;
    if (!next) return;
  }
  throw new PullError(
    `${service} returned more than ${maxPages} pages for this metric; narrow it with dimensions.`,
  );
}
