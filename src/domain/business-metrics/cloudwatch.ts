import { z } from 'zod';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays } from '../../platform/lib/days.js';
import { formatDate } from '../../platform/lib/time.js';
import { signedRequests } from '../bill-sources/s3-source.js';
import type { MetricAccess } from './access.js';
import { askJson } from './ask.js';
import { type MetricSource, type PulledValue, PullError } from './source.js';

const who = 'CloudWatch';
const daySeconds = 86_400;
/** One call takes so many series. */
const mostSeries = 500;
const mostPages = 100;

const Fields = z.object({
  stat: z.string(),
  region: z.string(),
  namespace: z.string(),
  metric_name: z.string(),
  label_dimension: z.string().nullable(),
  dimensions: z.array(z.object({ name: z.string(), value: z.string() })),
});
type Fields = z.output<typeof Fields>;

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
    const fields = Fields.parse(stored);
    const call = await caller(fields.region, access);
    const series = fields.label_dimension
      ? await labelledSeries(call, fields, fields.label_dimension)
      : [fixedDimensions(fields)];
    if (series.length > 0) yield* readSeries(call, fields, series, range);
  },
};

async function caller(region: string, access: MetricAccess): Promise<Call> {
  const send = signedRequests(await access.awsKeys!(region), 'monitoring', region);
  const address = `${access.settings['endpoint'] ?? `https://monitoring.${region}.amazonaws.com`}/`;
  return async (action, body) => {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `GraniteServiceVersion20100801.${action}`,
      },
      body: JSON.stringify(body),
    };
    return (await askJson({ who, address, init, send })).body;
  };
}

const fixedDimensions = ({ dimensions }: Fields): Dimensions =>
  dimensions.map(({ name, value }) => ({ Name: name, Value: value }));

/** The series of each value of the label dimension: those with these dimensions and no others. */
async function labelledSeries(call: Call, fields: Fields, label: string): Promise<Dimensions[]> {
  const fixed = fixedDimensions(fields);
  const found: Dimensions[] = [];
  const filter = {
    Namespace: fields.namespace,
    MetricName: fields.metric_name,
    Dimensions: [...fixed, { Name: label }],
  };
  for await (const page of pages(call, 'ListMetrics', filter, Metrics)) {
    const exact = page.Metrics.map((metric) => metric.Dimensions);
    found.push(...exact.filter((dimensions) => dimensions.length === fixed.length + 1));
    if (found.length > mostSeries) {
      throw new PullError(
        `${label} has more than ${mostSeries} values in CloudWatch; narrow the metric with dimensions.`,
      );
    }
  }
  return found;
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
  const question = {
    MetricDataQueries: queries,
    StartTime: Date.parse(range.start) / 1000,
    EndTime: Date.parse(addDays(range.end, 1)) / 1000,
  };
  for await (const page of pages(call, 'GetMetricData', question, MetricData)) {
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
  for (let page = 0; page < mostPages; page += 1) {
    const answer = schema.safeParse(
      await call(action, { ...body, ...(next && { NextToken: next }) }),
    );
    if (!answer.success) throw new PullError(`${who} answered ${action} with something else.`);
    yield answer.data;
    next = answer.data.NextToken;
    if (!next) return;
  }
  throw new PullError(`${who} has more than ${mostPages} pages of this metric; narrow it.`);
}
